/** Binary parts in base64. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeBinaryParts } from '../../src/message/binary-parts.ts';

function encode(...lines: readonly string[]): readonly string[] {
  return encodeBinaryParts(Buffer.from(lines.join('\r\n'), 'latin1'))
    .toString('latin1')
    .split('\r\n');
}

describe('encodeBinaryParts', () => {
  it('encodes each binary part and what holds it', () => {
    const outer = ['Content-Transfer-Encoding: BINARY', 'Content-Type: multipart/mixed; boundary=b', ''];
    const text = ['--b', 'Content-Type: text/plain', '', 'text'];
    const attached = [
      '--b',
      'Content-Transfer-Encoding: binary',
      'Content-Type: a/b',
      '',
      '\0\0\0',
      '--b--',
      '',
    ];

    assert.deepEqual(encode(...outer, ...text, ...attached), [
      'Content-Transfer-Encoding: 8bit',
      ...outer.slice(1),
      ...text,
      '--b',
      'Content-Transfer-Encoding: base64',
      'Content-Type: a/b',
      '',
      'AAAA',
      '--b--',
      '',
    ]);
  });

  it('encodes inside a message that is attached', () => {
    const outer = ['Content-Type: message/rfc822', ''];
    const inner = ['Subject: a', 'Content-Transfer-Encoding: binary'];

    assert.deepEqual(encode(...outer, ...inner, '', '\0'), [
      ...outer,
      'Subject: a',
      'Content-Transfer-Encoding: base64',
      '',
      'AA==',
    ]);
  });

  it('leaves other messages alone', () => {
    const raw = Buffer.from('Content-Transfer-Encoding: 8bit\n\n\0');

    assert.equal(encodeBinaryParts(raw), raw);
  });
});
