/** Messages that the composer writes, changes and sends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import { nameMessage, readDraftMarker } from '../../../src/adapters/mime/draft-marker.ts';
import type { DraftChange } from '../../../src/domain/messages/message-draft.ts';
import { bufferSource } from '../../../src/domain/values/buffer-source.ts';
import type { OctetSource } from '../../../src/domain/values/octet-source.ts';
import { madeSource } from '../../support/chunked-source.ts';
import { liveBufferOctets } from '../../support/live-memory.ts';
import { octetsOf } from '../../support/octets-of.ts';
import {
  attachmentParts,
  decodedContent,
  fieldNames,
  fieldsOf,
  file,
  MARKER_KEY,
  octetComposer,
  outline,
  rawMessage,
  readTexts,
  testComposer,
  unmarked,
  versionOf,
} from './test-composer.ts';

const composer = octetComposer;
const IMAGE = file({ fileName: 'logo.png', mediaType: 'image/png', contentId: 'logo@example.org' });

describe('composing a message', () => {
  it('writes plain text as text/plain', async () => {
    const message = await composer.compose({ textPlain: 'Hello' });

    assert.deepEqual([outline(message), readTexts(message)], ['text/plain', { plain: 'Hello', html: '' }]);
  });

  it('writes HTML beside its plain text', async () => {
    const message = await composer.compose({ textHtml: '<b>Hello</b>' });

    assert.equal(outline(message), 'alternative(text/plain, text/html)');
    assert.deepEqual(readTexts(message), { plain: 'Hello', html: '<b>Hello</b>' });
  });

  it('writes images beside the HTML and files behind the texts', async () => {
    const message = await composer.compose({ textHtml: 'x', addedAttachments: [file(), IMAGE, file()] });

    assert.equal(
      outline(message),
      'mixed(alternative(text/plain, related(text/html, image/png)), application/pdf, application/pdf)',
    );
  });

  it('writes an empty text when none is given', async () => {
    const message = await composer.compose({});

    assert.deepEqual([outline(message), readTexts(message)], ['text/plain', { plain: '', html: '' }]);
  });

  it('names version, content and what every message has', async () => {
    assert.deepEqual(fieldNames(await composer.compose({})), [
      'date',
      'message-id',
      'user-agent',
      'x-posthorn-draft',
      'mime-version',
      'content-type',
      'content-transfer-encoding',
    ]);
  });

  it('is read by another parser as it was meant', async () => {
    const message = await composer.compose({
      header: {
        from: { name: 'M\u00fcller, "J\u00f6rg"', address: 'joerg@example.org' },
        to: [
          { name: "O'Neil, Ann", address: 'ann@example.org' },
          { name: 'a "quoted" \\ name', address: 'b@example.org' },
          { name: '\u{1f600} smile', address: '"c d"@example.org' },
          { name: '', address: 'd@m\u00fcnchen.example' },
        ],
        subject: 'Gr\u00fc\u00dfe =?utf-8?q?x?= \u{1f600}',
        inReplyTo: ['a@example.org'],
        references: ['a@example.org'],
      },
      textPlain: 'pl\u00e4in',
      textHtml: '<p>h\u00e4tml</p>',
      addedAttachments: [file({ fileName: '\u00dcbersicht "2024"; \u{1f600}.pdf' })],
    });
    const read = await PostalMime.parse(message);

    assert.deepEqual(
      {
        from: read.from,
        to: read.to,
        subject: read.subject,
        texts: [read.text?.trim(), read.html?.trim()],
        ids: [read.messageId, read.inReplyTo, read.references],
        files: read.attachments.map(({ filename, mimeType }) => [filename, mimeType]),
        date: read.date,
      },
      {
        from: { name: 'M\u00fcller, "J\u00f6rg"', address: 'joerg@example.org' },
        to: [
          { name: "O'Neil, Ann", address: 'ann@example.org' },
          { name: 'a "quoted" \\ name', address: 'b@example.org' },
          { name: '\u{1f600} smile', address: '"c d"@example.org' },
          { name: '', address: 'd@xn--mnchen-3ya.example' },
        ],
        subject: 'Gr\u00fc\u00dfe =?utf-8?q?x?= \u{1f600}',
        texts: ['pl\u00e4in', '<p>h\u00e4tml</p>'],
        ids: ['<new@example.org>', '<a@example.org>', '<a@example.org>'],
        files: [['\u00dcbersicht "2024"; \u{1f600}.pdf', 'application/pdf']],
        date: '2024-01-02T03:04:05.000Z',
      },
    );
  });

  it('gives back a file octet by octet', async () => {
    const content = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256));
    const message = await composer.compose({ addedAttachments: [file({ content: bufferSource(content) })] });

    assert.deepEqual(attachmentParts(message).map(decodedContent), [content]);
  });

  it('signs which message is answered', async () => {
    const answerOf = { mailAccountId: 'work', mailFolderId: 'INBOX', id: '7' };
    const message = await composer.compose({ header: { answerOf } });

    assert.deepEqual(readDraftMarker(message, MARKER_KEY)?.answerOf, answerOf);
  });

  it('rejects what it cannot write', async () => {
    const from = { name: '', address: 'b@example.org\r\nBcc: evil@x.example' };

    await assert.rejects(composer.compose({ header: { from } }), { code: 'invalid-document' });
  });

  it('keeps lines short even where nothing can be folded', async () => {
    const long = 'x'.repeat(5_000);
    const message = await composer.compose({
      header: { subject: long, from: { name: long, address: 'a@example.org' } },
      textPlain: long,
      textHtml: long,
      addedAttachments: [file({ fileName: long })],
    });

    assert.doesNotMatch(message.toString(), /[^\r\n]{999}/);
  });
});

describe('copying a draft', () => {
  it('changes its Message-ID and its marker, and nothing else', async () => {
    const answerOf = { mailAccountId: 'work', mailFolderId: 'INBOX', id: '7' };
    const draft = await octetComposer.compose({ header: { subject: 'a', answerOf }, textPlain: 'b' });
    const original = Buffer.from(draft.toString('latin1').replaceAll('new@example.org', 'old@example.org'));
    const marked = await octetComposer.revise(original, { header: { answerOf } });

    const copy = await testComposer().copy(marked);

    const octets = await octetsOf(copy.octets);
    assert.equal(copy.messageId, 'new@example.org');
    assert.equal(unmarked(octets), unmarked(marked).replace('old@example.org', 'new@example.org'));
    const marker = readDraftMarker(octets, MARKER_KEY);
    assert.deepEqual([marker?.replaced, marker?.answerOf], [null, answerOf]);
    assert.notEqual(marker?.versionId, readDraftMarker(marked, MARKER_KEY)?.versionId);
  });
});

describe('revising a message', () => {
  it('keeps the Message-ID, and names the message that is replaced', async () => {
    const first = await testComposer().compose({ header: { subject: 'a' } });
    const version = versionOf(await octetsOf(first.octets));
    const second = await testComposer().revise(version, { header: { subject: 'b' }, textPlain: 'c' });

    const marker = readDraftMarker(await octetsOf(second.octets), MARKER_KEY);
    const name = 'X-Posthorn-Draft';
    assert.equal(marker?.replaced, nameMessage(version.message));
    assert.deepEqual(second.versionField, { name, value: `id=${marker?.versionId}` });
    assert.deepEqual(second.rivalField, { name, value: marker?.replaced });
    assert.deepEqual([second.messageId, second.earlierUid], [first.messageId, null]);
  });

  it('finds the message that the revised version has replaced in the same mailbox', async () => {
    const first = await octetsOf((await testComposer().compose({})).octets);
    const second = await octetsOf((await testComposer().revise(versionOf(first, 5), {})).octets);

    const here = await testComposer().revise(versionOf(second, 6), {});
    const message = { ...versionOf(second, 6).message, uidValidity: 18 };
    const elsewhere = await testComposer().revise({ octets: second, message }, {});

    assert.deepEqual([here.earlierUid, elsewhere.earlierUid], [5, null]);
  });

  it('copies nothing of a draft of 34 MB', async () => {
    const large = await octetComposer.compose({
      textHtml: '<p>old</p>',
      addedAttachments: [file({ content: madeSource(25_000_000) })],
    });
    const changes: readonly DraftChange[] = [
      { header: { subject: 'new' } },
      { textHtml: '<p>new</p>', addedAttachments: [file({ content: madeSource(25_000_000) })] },
      { addedAttachments: [IMAGE] },
    ];
    const before = liveBufferOctets();
    const revised = await Promise.all(
      changes.map((change) => testComposer().revise(versionOf(large), change)),
    );

    assert.ok(liveBufferOctets() - before < 5_000_000);
    for (const { octets } of revised) {
      assert.ok(octets.length > large.length);
      assert.ok((await peakWhileReading(octets)) - before < 5_000_000);
    }
  });

  it('leaves the body octet by octet when only the header changes', async () => {
    const body = 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\n\u00fc\r \n--x';
    const message = Buffer.from(`Message-ID: <a@example.org>\n${body}`, 'latin1');
    const revised = await composer.revise(message, { header: { subject: 'x' } });

    assert.ok(revised.toString('latin1').endsWith('boundary=b\n\r\n--b\n\n\u00fc\r \n--x'));
  });

  it('leaves all fields in their places when only the header changes', async () => {
    const message = rawMessage('Content-Type: text/html', 'MIME-Version: 1.0', 'X-Odd: 1', '', 'text');
    const revised = await composer.revise(message, { header: { subject: 'x' } });

    assert.deepEqual(fieldNames(revised).slice(-3), ['content-type', 'mime-version', 'x-odd']);
  });

  it('keeps Message-ID and date in every change', async () => {
    const message = rawMessage('Date: yesterday', 'Message-ID: <a@example.org>', '', 'text');
    const revised = await composer.revise(message, { textHtml: 'new', addedAttachments: [file()] });

    assert.deepEqual(
      [fieldsOf(revised, 'date'), fieldsOf(revised, 'message-id')],
      [['Date: yesterday'], ['Message-ID: <a@example.org>']],
    );
  });

  it('changes nothing more when it is repeated', async () => {
    const change = { header: { subject: 'Gr\u00fc\u00dfe', to: [{ name: 'A', address: 'a@example.org' }] } };
    const once = await composer.revise(rawMessage('X-A: 1', '', 'text'), change);

    assert.equal(unmarked(await composer.revise(once, change)), unmarked(once));
  });

  it('has one set of content fields when the structure changes', async () => {
    const message = rawMessage(
      'Content-Type: text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding: 8bit',
      'Content-Language: de',
      'MIME-Version: 1.0',
      '',
      'old',
    );
    const revised = await composer.revise(message, { addedAttachments: [file()] });

    assert.deepEqual(
      fieldNames(revised).filter((name) => /^(content|mime)-/.test(name)),
      ['content-language', 'mime-version', 'content-type'],
    );
    assert.equal(outline(revised), 'mixed(text/html, application/pdf)');
    assert.ok(
      revised.includes(
        'Content-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\nold',
      ),
    );
  });

  it('makes no header fields of the message out of those of a part', async () => {
    const message = rawMessage(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      'Bcc: evil@x.example',
      '',
      'text',
      '--b',
      'Content-Type: application/pdf',
      '',
      'pdf',
      '--b--',
    );
    const revised = await composer.revise(message, { removedParts: ['2'] });

    assert.deepEqual([fieldsOf(revised, 'bcc'), outline(revised)], [[], 'mixed(text/plain)']);
  });

  it('rejects a part that is not there', async () => {
    await assert.rejects(composer.revise(rawMessage('', 'x'), { removedParts: ['2'] }), {
      code: 'attachment-unknown',
    });
  });
});

describe('identifying a draft', () => {
  const answerOf = { mailAccountId: 'work', mailFolderId: 'INBOX', id: '7' };

  it('gives its Message-ID and the message that it answers', async () => {
    const draft = await octetComposer.compose({ header: { answerOf } });

    assert.deepEqual(testComposer().identify(draft), { messageId: 'new@example.org', answerOf });
  });

  it('believes no marker that was written for another message', async () => {
    const draft = await octetComposer.compose({ header: { answerOf } });
    const other = Buffer.from(draft.toString().replace('<new@example.org>', '<other@example.org>'));

    assert.deepEqual(testComposer().identify(other), { messageId: 'other@example.org', answerOf: null });
  });

  it('gives nothing for a message that says nothing', () => {
    assert.deepEqual(testComposer().identify(rawMessage('Subject: x', '', 'text')), {
      messageId: null,
      answerOf: null,
    });
  });
});

describe('sending a draft', () => {
  it('copies nothing of a body that has CRLF line ends', async () => {
    const header = { from: SOMEBODY, to: [SOMEBODY] };
    const draft = await octetComposer.compose({
      header,
      addedAttachments: [file({ content: madeSource(25_000_000) })],
    });
    const before = liveBufferOctets();
    const { octets } = await testComposer().toOutgoing(draft);

    assert.ok((await peakWhileReading(octets)) - before < 5_000_000);
  });

  it('gives the envelope and the message without blind recipients', async () => {
    const jane = { name: 'Jane', address: 'jane@example.org' };
    const ann = { name: '', address: 'ann@example.org' };
    const draft = await composer.compose({ header: { from: jane, to: [ann], bcc: [jane] }, textPlain: 'x' });
    const { envelope, octets } = await composer.toOutgoing(draft);

    assert.deepEqual(envelope, {
      reversePath: 'jane@example.org',
      forwardPaths: ['ann@example.org', 'jane@example.org'],
    });
    assert.deepEqual(fieldNames(octets), [
      'date',
      'from',
      'to',
      'message-id',
      'user-agent',
      'mime-version',
      'content-type',
      'content-transfer-encoding',
    ]);
  });

  it('rejects a draft without recipient', async () => {
    await assert.rejects(composer.toOutgoing(rawMessage('From: a@example.org', '', 'x')), {
      code: 'invalid-document',
    });
  });
});

const SOMEBODY = { name: '', address: 'somebody@example.org' };

/** The most memory that buffers hold while the source is read, looked at every four megabytes. */
async function peakWhileReading({ read }: OctetSource): Promise<number> {
  let peak = liveBufferOctets();
  let unseenOctets = 0;
  for await (const block of read()) {
    unseenOctets += block.length;
    if (unseenOctets < 4_000_000) continue;
    peak = Math.max(peak, liveBufferOctets());
    unseenOctets = 0;
  }
  return peak;
}
