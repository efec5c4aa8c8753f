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

  it('is undone by decodeMailboxName', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(encodeMailboxName(text), printModifiedUtf7(text));
        assert.equal(decodeMailboxName(encodeMailboxName(text)), text);
      }),
    );
  });
});

describe('decodeMailboxName', () => {
  it('shows a name that is no modified UTF-7 as it came', () => {
    for (const raw of ['&', '&AOk', 'a&b', '&AOk-&AOk-', '&YQ-', '&AGE-', '&2D0-', '&=-', '&AO-', '&AOl-']) {
      assert.equal(decodeMailboxName(raw), raw);
    }
  });

  it('shows a name of more than 10,000 characters as it came', () => {
    assert.equal(decodeMailboxName('&AOk-'.padEnd(10_000)), 'é'.padEnd(9996));
    assert.equal(decodeMailboxName('&AOk-'.padEnd(10_001)), '&AOk-'.padEnd(10_001));
  });

  it('never shows two names of ASCII as one', () => {
    const name = fc.array(
      fc.constantFrom('&', '&-', '-', 'AOk', 'AOl', 'AO', '&AOk-', '&YQ-', 'YQ', 'a', ','),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(name, name, (first, second) => {
        const [one, other] = [first.join(''), second.join('')];
        fc.pre(one !== other);
        assert.notEqual(decodeMailboxName(one), decodeMailboxName(other));
      }),
    );
  });
});

describe('toMailboxName', () => {
  it('takes the name as it is once mailbox names are UTF-8', () => {
    assert.deepEqual(toMailboxName('&AOk-', true), { text: '&AOk-', raw: '&AOk-' });
    assert.deepEqual(toMailboxName('&AOk-', false), { text: 'é', raw: '&AOk-' });
  });
});
