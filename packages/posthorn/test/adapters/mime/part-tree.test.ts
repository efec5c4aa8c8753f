/** Where the parts of a message lie. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RawPart } from '../../../src/adapters/mime/part-tree.ts';
import { partsOf, rawMessage } from './test-composer.ts';

/** Path, media type and content of each leaf. */
function leaves(message: Buffer): readonly string[] {
  const list = (part: RawPart): readonly string[] =>
    part.children.length > 0
      ? part.children.flatMap(list)
      : [`${part.path} ${part.mediaType} ${Buffer.from(part.content).toString('latin1')}`];
  return list(partsOf(message));
}

describe('findParts', () => {
  it('gives a message without structure as part 1', () => {
    assert.deepEqual(leaves(rawMessage('Subject: x', '', 'text')), ['1 text/plain text\r\n']);
  });

  it('numbers nested parts as BODYSTRUCTURE does', () => {
    const message = rawMessage(
      'Content-Type: multipart/mixed; boundary=outer',
      '',
      'preamble',
      '--outer',
      'Content-Type: multipart/alternative; boundary=inner',
      '',
      '--inner',
      '',
      'plain',
      '--inner',
      'Content-Type: text/html',
      '',
      'html',
      '--inner--',
      'epilogue',
      '--outer',
      'Content-Type: image/png',
      '',
      'png',
      '--outer--',
      'epilogue',
    );

    assert.deepEqual(leaves(message), ['1.1 text/plain plain', '1.2 text/html html', '2 image/png png']);
  });

  it('describes a part as BODYSTRUCTURE does', () => {
    const message = rawMessage(
      'Content-Type: Image/PNG; name="a.png"',
      'Content-Transfer-Encoding: BASE64',
      'Content-Disposition: Inline; filename=b.png',
      'Content-ID: <c@example.org>',
      '',
      'QUJD',
    );

    assert.deepEqual(partsOf(message), {
      path: '1',
      mediaType: 'image/png',
      parameters: new Map([['name', 'a.png']]),
      contentId: '<c@example.org>',
      encoding: 'base64',
      octets: 6,
      disposition: 'inline',
      dispositionParameters: new Map([['filename', 'b.png']]),
      children: [],
      header: message.subarray(0, message.indexOf('QUJD')),
      content: message.subarray(message.indexOf('QUJD')),
    });
  });

  it('does not open an attached message', () => {
    const message = rawMessage(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: message/rfc822',
      '',
      'Content-Type: multipart/mixed; boundary=c',
      '',
      '--c',
      '--b--',
    );

    assert.deepEqual(leaves(message), [
      '1 message/rfc822 Content-Type: multipart/mixed; boundary=c\r\n\r\n--c',
    ]);
  });

  it('takes the parts of a digest for messages', () => {
    const message = rawMessage('Content-Type: multipart/digest; boundary=b', '', '--b', '', 'a', '--b--');

    assert.deepEqual(leaves(message), ['1 message/rfc822 a']);
  });

  it('takes a part with an unreadable type for a file', () => {
    assert.deepEqual(leaves(rawMessage('Content-Type: image', '', 'a')), [
      '1 application/octet-stream a\r\n',
    ]);
  });

  it('takes a text without a subtype for plain text', () => {
    assert.deepEqual(leaves(rawMessage('Content-Type: text', '', 'a')), ['1 text/plain a\r\n']);
  });

  it('ends inner parts at the delimiter of an outer multipart', () => {
    const message = rawMessage(
      'Content-Type: multipart/mixed; boundary=outer',
      '',
      '--outer',
      'Content-Type: multipart/mixed; boundary=inner',
      '',
      '--inner',
      '',
      'a',
      '--outer',
      '',
      'b',
    );

    assert.deepEqual(leaves(message), ['1.1 text/plain a', '2 text/plain b\r\n']);
  });

  it('prefers the longest delimiter', () => {
    const message = rawMessage(
      'Content-Type: multipart/mixed; boundary=bc',
      '',
      '--bc',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'a',
      '--bc',
      '',
      'c',
      '--bc--',
    );

    assert.deepEqual(leaves(message), ['1.1 text/plain a', '2 text/plain c']);
  });

  it('finds a delimiter within a header block', () => {
    const message = rawMessage(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: image/png',
      '--b',
      '',
      'a',
      '--b--',
    );

    assert.deepEqual(leaves(message), ['1 image/png ', '2 text/plain a']);
  });

  it('understands LF as line end and white space behind delimiters', () => {
    const message = Buffer.from('Content-Type: multipart/mixed; boundary="b"\n\n--b \n\na\n\n--b-- \n');

    assert.deepEqual(leaves(message), ['1 text/plain a\n']);
  });

  it('leaves a multipart without boundary closed', () => {
    assert.deepEqual(leaves(rawMessage('Content-Type: multipart/mixed', '', '--', 'a')), [
      '1 multipart/mixed --\r\na\r\n',
    ]);
  });

  it('leaves a message with more than a thousand parts closed', () => {
    const message = rawMessage(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...Array<string>(1_001).fill('--b'),
    );

    assert.deepEqual(partsOf(message).children, []);
  });

  it('opens a hundred levels and no more', () => {
    const levels = Array.from({ length: 150 }, (_, level) => [
      `Content-Type: multipart/mixed; boundary=b${level}x`,
      '',
      `--b${level}x`,
    ]);
    const [leaf] = leaves(rawMessage(...levels.flat()));

    assert.match(leaf ?? '', /^1(\.1){99} multipart\/mixed --b100x/);
  });

  it('takes a hundred levels around millions of almost-delimiters in its stride', () => {
    const levels = Array.from({ length: 100 }, (_, level) => [
      `Content-Type: multipart/mixed; boundary=b${level}x`,
      '',
      `--b${level}x`,
    ]);
    const message = rawMessage(...levels.flat(), '', '--b\r\n'.repeat(3_000_000));

    assert.match(leaves(message)[0] ?? '', /^1(\.1){99} text\/plain --b\r\n--b\r\n/);
  });
});
