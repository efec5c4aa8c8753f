/** Address lists as ENVELOPE shows them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAddressList } from '../../src/message/address-list.ts';

function parse(text: string): readonly string[] {
  return parseAddressList(text).map(({ name, mailbox, host }) => [name, mailbox, host].join('|'));
}

describe('parseAddressList', () => {
  const cases: readonly (readonly [what: string, text: string, addresses: readonly string[]])[] = [
    ['a bare address', 'a@x.example', ['|a|x.example']],
    ['a phrase', 'Ann  B. <a@x>', ['Ann B.|a|x']],
    ['a quoted phrase', '"B, \\"Ann\\"" <a@x>', ['B, "Ann"|a|x']],
    ['a comment for a name', 'a@x (Ann (the) B)', ['Ann (the) B|a|x']],
    ['a comment inside an address', 'a(here)@x', ['here|a|x']],
    ['a list with holes', ',a@x,, b@x,', ['|a|x', '|b|x']],
    ['a group', 'Team: a@x, B <b@x>;, c@x', ['|Team|', '|a|x', 'B|b|x', '||', '|c|x']],
    ['an empty group', 'undisclosed-recipients:;', ['|undisclosed-recipients|', '||']],
    ['a group without its end', 'Team: a@x', ['|Team|', '|a|x', '||']],
    ['a quoted local part', '"a b@c"@x', ['|a b@c|x']],
    ['a route', '<@r1,@r2:a@x>', ['|a|x']],
    ['a domain literal', 'a@[127.0.0.1]', ['|a|[127.0.0.1]']],
    ['an address without a host', 'Ann <ann>', ['Ann|ann|']],
    ['an encoded word', '=?utf-8?q?A=2C?= <a@x>', ['=?utf-8?q?A=2C?=|a|x']],
    ['an angle that is never closed', 'Ann <a@x', ['Ann|a|x']],
    ['nothing', ' \t', []],
  ];
  for (const [what, text, addresses] of cases) {
    it(`reads ${what}`, () => {
      assert.deepEqual(parse(text), addresses);
    });
  }

  it('shows a group start without a host and its end without a mailbox', () => {
    assert.deepEqual(parseAddressList('g:;'), [
      { name: undefined, mailbox: 'g', host: undefined },
      { name: undefined, mailbox: undefined, host: undefined },
    ]);
  });

  const hostile: readonly (readonly [what: string, text: string])[] = [
    ['opening parentheses', '('.repeat(100_000)],
    ['quotes', '"\\'.repeat(100_000)],
    ['groups', 'g:'.repeat(100_000)],
    ['recipients', 'a@x.example,'.repeat(100_000)],
    ['angles', '<'.repeat(100_000)],
  ];
  for (const [what, text] of hostile) {
    it(`reads 100,000 ${what} quickly`, () => {
      const start = performance.now();
      assert.ok(parseAddressList(text).length <= 10_001);
      assert.ok(performance.now() - start < 1000);
    });
  }
});
