import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHtmlText } from '../../src/adapters/html/read-html-text.ts';
import type { PreviewOptions } from '../../src/domain/messages/message-query.ts';
import { listAttachments } from '../../src/message/parts/attachments.ts';
import { selectMessageParts } from '../../src/message/parts/message-parts.ts';
import { MAX_BODY_OCTETS } from '../../src/message/texts/body-texts.ts';
import { openWholeMessage, type WholeMessage } from '../../src/message/whole-message.ts';
import { buildMessage } from '../support/message-samples.ts';

const PREVIEW: PreviewOptions = { maxCharacters: 20, sources: ['html', 'plain'] };

/** Octets of these lines, which end in CRLF. */
function octetsOf(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
}

function open(...lines: readonly string[]): WholeMessage {
  return openWholeMessage(octetsOf(...lines));
}

/** The encoded content of the part. */
function contentOf(octets: Buffer, path: string): string | undefined {
  const range = openWholeMessage(octets).ranges.get(path);
  return range && octets.toString('latin1', range.start, range.end);
}

const SAMPLE_OCTETS = buildMessage({
  text: 'Grüße, Ann',
  html: '<p>Grüße, <b>Ann</b></p><img src="cid:logo@x">',
  encoding: 'quoted-printable',
  attachments: [
    {
      filename: 'Übersicht.pdf',
      contentType: 'application/pdf',
      content: '%PDF',
      filenameStyle: 'rfc2231-continued',
    },
    { contentType: 'image/png', contentId: 'logo@x', disposition: 'inline', content: 'png' },
  ],
});
const SAMPLE = openWholeMessage(SAMPLE_OCTETS);

describe('openWholeMessage', () => {
  it('gives the texts', () => {
    assert.deepEqual(SAMPLE.readTexts(readHtmlText), {
      textPlain: 'Grüße, Ann',
      textHtml: '<p>Grüße, <b>Ann</b></p><img src="cid:logo@x">',
      truncated: [],
    });
  });

  it('gives the preview in the order of precedence', () => {
    assert.equal(SAMPLE.readPreview(PREVIEW), 'Grüße, Ann');
    assert.equal(open('', 'a  plain', 'text that is cut').readPreview(PREVIEW), 'a plain text that is');
    assert.equal(open('Content-Type: image/png', '', 'x').readPreview(PREVIEW), '');
  });

  it('gives a structure to which the rules for attachments apply', () => {
    const { hasAttachments } = selectMessageParts(SAMPLE.structure);
    const attachments = listAttachments(SAMPLE.structure).map(({ attachment }) => attachment);

    assert.deepEqual(
      attachments.map(({ part, fileName, contentId, isInline }) => ({
        part,
        fileName,
        contentId,
        isInline,
      })),
      [
        { part: '1.2.2', fileName: 'file.bin', contentId: 'logo@x', isInline: true },
        { part: '2', fileName: 'Übersicht.pdf', contentId: null, isInline: false },
      ],
    );
    assert.equal(hasAttachments, true);
  });

  it('tells where the contents of parts lie', () => {
    assert.deepEqual(
      ['2', '1.2.2', '7', ''].map((path) => contentOf(SAMPLE_OCTETS, path)?.slice(0, 4)),
      ['JVBE', 'cG5n', undefined, '--=_'],
    );
  });

  it('looks into enclosed messages, which its structure keeps closed', () => {
    const octets = octetsOf('Content-Type: message/rfc822', '', 'Subject: x', '', 'text');
    const message = openWholeMessage(octets);

    assert.deepEqual([message.structure.mediaType, message.structure.children], ['message/rfc822', []]);
    assert.equal(contentOf(octets, '1.1'), 'text\r\n');
  });

  it('takes a multipart without a readable boundary for text', () => {
    const { structure, ...message } = open('Content-Type: multipart/alternative', '', 'Dear all');

    assert.deepEqual([structure.path, structure.mediaType], ['1', 'text/plain']);
    assert.equal(message.readTexts(readHtmlText).textPlain, 'Dear all\n');
    assert.equal(message.readPreview(PREVIEW), 'Dear all');
  });

  it('reads lines that end in CR', () => {
    const octets = Buffer.from('Content-Type: multipart/mixed; boundary=b\r\r--b\r\rone\rline\r--b--\r');

    assert.deepEqual(
      [openWholeMessage(octets).readTexts(readHtmlText).textPlain, contentOf(octets, '1')],
      ['one\nline', 'one\rline'],
    );
  });

  it('leaves CR alone where lines end in LF', () => {
    assert.equal(open('Subject: a\rContent-Type: text/html', '', 'text').structure.mediaType, 'text/plain');
  });

  it('keeps the first thousand parts of its structure', () => {
    const message = open(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...Array<string>(2_000).fill('--b\r\n\r\na'),
    );

    assert.deepEqual([message.structure.children.length, message.isTruncated], [999, true]);
    assert.deepEqual(message.readTexts(readHtmlText).textPlain.length, 999 + 998);
    assert.deepEqual(message.readTexts(readHtmlText).truncated, ['parts']);
  });

  it('gives what was read when a bound is met', () => {
    const octets = Buffer.from('Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo\n--b--');
    const message = openWholeMessage(octets, { maxDepth: 1, maxParts: 1 });

    assert.deepEqual(message.readTexts(readHtmlText), {
      textPlain: 'one',
      textHtml: '',
      truncated: ['parts'],
    });
  });

  it('cuts long texts', () => {
    const { textPlain, truncated } = open('', 'x'.repeat(MAX_BODY_OCTETS)).readTexts(readHtmlText);

    assert.deepEqual([textPlain.length, truncated], [MAX_BODY_OCTETS, ['textPlain']]);
  });
});

describe('The texts of a whole message', () => {
  it('finds the parts behind a boundary that is written as an extended parameter', () => {
    const { textPlain } = openWholeMessage(
      Buffer.from(
        "Content-Type: multipart/mixed;\r\n boundary*=us-ascii''xyz\r\n\r\n--xyz\r\n\r\none\r\n--xyz\r\n\r\ntwo\r\n--xyz--\r\n",
      ),
    ).readTexts(readHtmlText);

    assert.equal(textPlain, 'one\ntwo');
  });

  it('gives nothing for nothing', () => {
    const texts = openWholeMessage(Buffer.from('')).readTexts(readHtmlText);

    assert.deepEqual(texts, { textPlain: '', textHtml: '', truncated: [] });
  });
});
