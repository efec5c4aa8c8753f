import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAddressList } from '../../../src/message/headers/address-list.ts';
import { EncodedWordBudget } from '../../../src/message/headers/encoded-words.ts';

/** `name <address>` of each mailbox; the empty name as `<address>`. */
function list(value: string): readonly string[] {
  return parseAddressList(value).map(({ address, name }) => `${name} <${address}>`.trim());
}

/** [what it does, value, mailboxes] */
const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['reads an address alone', 'a@x.test', ['<a@x.test>']],
  ['reads an address in angle brackets', '<a@x.test>', ['<a@x.test>']],
  ['reads a display name', 'Ann Lee <a@x.test>', ['Ann Lee <a@x.test>']],
  ['reads a quoted display name', '"Lee, Ann \\"A\\"" <a@x.test>', ['Lee, Ann "A" <a@x.test>']],
  [
    'reads several addresses',
    'a@x.test, B <b@x.test>,c@x.test',
    ['<a@x.test>', 'B <b@x.test>', '<c@x.test>'],
  ],
  ['reads addresses that semicolons separate', 'a@x.test; b@x.test', ['<a@x.test>', '<b@x.test>']],
  ['skips empty elements', ', ,a@x.test,,', ['<a@x.test>']],
  ['gives nothing for an empty value', '', []],
  ['gives nothing for a name without an address', 'Ann Lee', []],
  ['reads a user without a domain', 'root', ['<root>']],
  ['takes the comment as the name of a user without a domain', 'root (Cron Daemon)', ['Cron Daemon <root>']],
  ['reads users without a domain', 'user1, user.2', ['<user1>', '<user.2>']],
  ['takes no address out of an encoded word', '=?utf-8?Q?root?=', []],
  ['takes no address out of a quoted string', '"root"', []],
  ['takes no part of a name for a user', 'Lee, Ann <a@x.test>', ['Ann <a@x.test>']],
  ['removes what turns the direction of a name', '\u202emoc.knab\u202c <a@x.test>', ['moc.knab <a@x.test>']],
  ['gives nothing for empty angle brackets', 'Ann <>', []],
  [
    'lists the members of a group',
    'Team: a@x.test, B <b@x.test>;, c@x.test',
    ['<a@x.test>', 'B <b@x.test>', '<c@x.test>'],
  ],
  ['drops a group without members', 'undisclosed-recipients:;', []],
  ['takes a comment as the name where there is no other', 'a@x.test (Ann Lee)', ['Ann Lee <a@x.test>']],
  ['prefers the display name to a comment', 'Ann <a@x.test> (work)', ['Ann <a@x.test>']],
  ['reads nested comments', 'a@x.test (Ann (A\\)) Lee)', ['Ann (A)) Lee <a@x.test>']],
  ['drops comments within an address', 'a(x)@(y)x.test', ['y <a@x.test>']],
  ['drops a route', '<@relay.test,@b.test:a@x.test>', ['<a@x.test>']],
  ['joins obsolete white space around dots', 'ann . lee @ x . test', ['<ann.lee@x.test>']],
  ['keeps the quotes of a local part', '"ann lee"@x.test', ['<"ann lee"@x.test>']],
  ['keeps the escapes of a quoted local part', '<"a\\"b"@x.test>', ['<"a\\"b"@x.test>']],
  ['reads a domain literal', 'a@[192.0.2.1]', ['<a@[192.0.2.1]>']],
  ['reads a domain literal of IPv6', '<a@[IPv6:2001:db8::1]>', ['<a@[IPv6:2001:db8::1]>']],
  ['keeps a local name in angle brackets', 'Mail <MAILER-DAEMON>', ['Mail <MAILER-DAEMON>']],
  ['reads doubled angle brackets', '<<a@x.test>>', ['<a@x.test>']],
  ['reads an unclosed angle bracket up to the comma', '<a@x.test, b@x.test', ['<a@x.test>', '<b@x.test>']],
  ['reads a name that stands before a bare address', 'Ann a@x.test', ['Ann <a@x.test>']],
  ['lets the first angle brackets win', 'A <a@x.test> <b@x.test>', ['A <a@x.test>']],
  ['takes an unclosed quote as a character', '"Ann <a@x.test>', ['"Ann <a@x.test>']],
  ['takes an unclosed comment as a character', '(Ann <a@x.test>', ['(Ann <a@x.test>']],
  ['keeps a dot and an apostrophe in a name', "Ann B. O'Lee <a@x.test>", ["Ann B. O'Lee <a@x.test>"]],
  ['removes single quotes around a whole name', "'Ann Lee' <a@x.test>", ['Ann Lee <a@x.test>']],
  [
    'decodes encoded words in names',
    '=?utf-8?Q?J=C3=B6rg?= =?utf-8?Q?_Lee?= <a@x.test>',
    ['J\u00f6rg Lee <a@x.test>'],
  ],
  ['decodes encoded words in quotes', '"=?utf-8?Q?J=C3=B6rg?=" <a@x.test>', ['J\u00f6rg <a@x.test>']],
  ['decodes encoded words in comments', 'a@x.test (=?utf-8?Q?J=C3=B6rg?=)', ['J\u00f6rg <a@x.test>']],
  [
    'keeps Unicode addresses',
    'J\u00f6rg <j\u00f6rg@b\u00fccher.test>',
    ['J\u00f6rg <j\u00f6rg@b\u00fccher.test>'],
  ],
  ['removes control characters', 'A\u0007nn <a\u0000@x.test>', ['Ann <a@x.test>']],
];

/** Fields that pretend to come from boss@good.test. */
const SPOOFS: readonly (readonly [string, string, readonly string[]])[] = [
  ['an encoded word', '=?utf-8?Q?boss=40good.test=2C?= <evil@x.test>', ['boss@good.test, <evil@x.test>']],
  ['an encoded list', '=?utf-8?B?Ym9zc0Bnb29kLnRlc3QsIA==?=, evil@x.test', ['<evil@x.test>']],
  [
    'angle brackets in an encoded word',
    '=?utf-8?Q?<boss@good.test>,?= <evil@x.test>',
    ['<boss@good.test>, <evil@x.test>'],
  ],
  ['a quoted name', '"boss@good.test" <evil@x.test>', ['boss@good.test <evil@x.test>']],
  [
    'a quoted name with angle brackets',
    '"<boss@good.test>" <evil@x.test>',
    ['<boss@good.test> <evil@x.test>'],
  ],
  ['an unquoted name', 'boss@good.test <evil@x.test>', ['boss@good.test <evil@x.test>']],
  ['a quoted local part', '"boss@good.test x"@x.test', ['<"boss@good.test x"@x.test>']],
  ['a comment', 'evil@x.test (boss@good.test)', ['boss@good.test <evil@x.test>']],
  [
    'an encoded word in the address',
    '<=?utf-8?Q?boss=40good.test?=@x.test>',
    ['<=?utf-8?Q?boss=40good.test?=@x.test>'],
  ],
];

describe('parseAddressList', () => {
  for (const [behaviour, value, expected] of CASES) {
    it(behaviour, () => {
      assert.deepEqual(list(value), expected);
    });
  }

  for (const [place, value, expected] of SPOOFS) {
    it(`takes no address out of ${place}`, () => {
      assert.deepEqual(list(value), expected);
    });
  }

  it('does not glue domains together at a comment', () => {
    assert.deepEqual(list('user@good.test(x)evil.test'), ['x <user@good.test>']);
  });

  it('leaves names as they are where the budget of the field ends', () => {
    const addresses = parseAddressList('=?utf-8?q?=41?= <a@x.test>, =?utf-8?q?=42?= <b@x.test>', {
      budget: new EncodedWordBudget(1),
    });

    assert.deepEqual(addresses, [
      { name: 'A', address: 'a@x.test' },
      { name: '=?utf-8?q?=42?=', address: 'b@x.test' },
    ]);
  });

  it('gives the first 500 addresses', () => {
    const addresses = parseAddressList('a@x.test, '.repeat(501));

    assert.equal(addresses.length, 500);
  });
});
