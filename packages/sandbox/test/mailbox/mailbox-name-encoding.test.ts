/** Modified UTF-7. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeMailboxName, encodeMailboxName } from '../../src/mailbox/mailbox-name-encoding.ts';

const PAIRS: readonly (readonly [name: string, encoded: string])[] = [
  ['INBOX', 'INBOX'],
  ['Entwürfe', 'Entw&APw-rfe'],
  ['a & b', 'a &- b'],
  ['日本', '&ZeVnLA-'],
  ['😀', '&2D3eAA-'],
  ['ü/&/é', '&APw-/&-/&AOk-'],
  ['~peter/mail/台北/日本語', '~peter/mail/&U,BTFw-/&ZeVnLIqe-'],
];

describe('encodeMailboxName', () => {
  for (const [name, encoded] of PAIRS) {
    it(`writes ${name} as ${encoded}`, () => {
      assert.equal(encodeMailboxName(name), encoded);
    });
  }
});

describe('decodeMailboxName', () => {
  for (const [name, encoded] of PAIRS) {
    it(`reads ${encoded} as ${name}`, () => {
      assert.equal(decodeMailboxName(encoded), name);
    });
  }

  it('leaves alone what is not modified UTF-7', () => {
    assert.equal(decodeMailboxName('a&b &é-'), 'a&b &é-');
  });

  it('passes over half a character', () => {
    assert.equal(decodeMailboxName('&AA-'), '');
  });
});
