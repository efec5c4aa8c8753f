import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeMailboxName, encodeMailboxName, toMailboxName } from '../../src/wire/mailbox-name.ts';
import { printModifiedUtf7 } from '../property/print-tokens.ts';

describe('encodeMailboxName', () => {
  it('writes what RFC 3501 section 5.1.3 says', () => {
    assert.equal(encodeMailboxName('~peter/mail/台北/日本語'), '~peter/mail/&U,BTFw-/&ZeVnLIqe-');
    assert.equal(encodeMailboxName('R&D'), 'R&-D');
    assert.equal(encodeMailboxName('&&'), '&-&-');
    assert.equal(encodeMailboxName('😀'), '&2D3eAA-');
    assert.equal(encodeMailboxName('\t'), '&AAk-');
  });

  it('is undone by decodeMailboxName, but for control characters and U+FFFD', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = text.replace(/[\p{Cc}\uFFFD]/gu, '');
        assert.equal(encodeMailboxName(shown), printModifiedUtf7(shown));
        assert.equal(decodeMailboxName(encodeMailboxName(shown)), shown);
      }),
    );
  });
});

describe('decodeMailboxName', () => {
  it('marks what is no modified UTF-7', () => {
    assert.equal(decodeMailboxName('a&b'), 'a\uFFFD&b');
    assert.equal(decodeMailboxName('&AOk-&AOk-'), 'é\uFFFD&AOk-');
    for (const raw of ['&', '&AOk', '&YQ-', '&AGE-', '&2D0-', '&=-', '&AO-', '&AOl-']) {
      assert.equal(decodeMailboxName(raw), `\uFFFD${raw}`);
    }
  });

  it('marks a name with control characters', () => {
    assert.equal(decodeMailboxName('a&AAk-'), 'a\uFFFD&AAk-');
    assert.equal(decodeMailboxName('&,,0-'), '\uFFFD&,,0-');
  });

  it('shows UTF-8 as it came', () => {
    assert.equal(decodeMailboxName('Entwürfe & Rest'), 'Entwürfe & Rest');
  });

  it('gives every name of printable ASCII a text that leads back to it', () => {
    const piece = fc.oneof(
      fc.constantFrom('&', '&-', '-', 'AOk', '&AOk-', '&YQ-', '&,,0-', '&AAk-', '/', ','),
      fc.string({ maxLength: 3, unit: 'grapheme-ascii' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const raw = pieces.join('');
        assert.ok(decodeMailboxName(raw).isWellFormed());
        assert.equal(encodeMailboxName(decodeMailboxName(raw)), raw);
      }),
      { numRuns: 2000 },
    );
  });

  it('shows a name of more than 10,000 characters as it came', () => {
    assert.equal(decodeMailboxName('&AOk-'.padEnd(10_000)), 'é'.padEnd(9996));
    assert.equal(decodeMailboxName('&AOk-'.padEnd(10_001)), '&AOk-'.padEnd(10_001));
  });
});

describe('toMailboxName', () => {
  it('takes the name as it is once mailbox names are UTF-8', () => {
    assert.deepEqual(toMailboxName('&AOk-', true), { text: '&AOk-', raw: '&AOk-' });
    assert.deepEqual(toMailboxName('&AOk-', false), { text: 'é', raw: '&AOk-' });
  });
});
