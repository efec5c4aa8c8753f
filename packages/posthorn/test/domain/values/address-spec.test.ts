/** What counts as one address. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAddressSpec } from '../../../src/domain/values/address-spec.ts';

const VALID: readonly (readonly [description: string, address: string, written: string])[] = [
  ['a plain address', 'jane.doe@example.org', 'jane.doe@example.org'],
  ['a tag in the local part', 'jane+news@example.org', 'jane+news@example.org'],
  ['a domain of one label', 'root@localhost', 'root@localhost'],
  ['a quoted local part', '"jane doe"@example.org', '"jane doe"@example.org'],
  ['an at sign in quotes', '"a@b"@example.org', '"a@b"@example.org'],
  ['an escaped quote in quotes', '"a\\"b"@example.org', '"a\\"b"@example.org'],
  ['an international domain as A-labels', 'jane@m\u00fcnchen.example', 'jane@xn--mnchen-3ya.example'],
  ['a sharp s in the domain', 'jane@stra\u00dfe.example', 'jane@xn--strae-oqa.example'],
  ['an international local part as it is', 'j\u00f6rg@example.org', 'j\u00f6rg@example.org'],
  ['both parts international', '\u7528\u6237@\u4f8b\u5b50.example', '\u7528\u6237@xn--fsqu00a.example'],
];

const INVALID: readonly (readonly [description: string, address: string])[] = [
  ['an empty text', ''],
  ['no at sign', 'jane'],
  ['no local part', '@example.org'],
  ['no domain', 'jane@'],
  ['a second address', 'a@example.org, b@example.org'],
  ['a second address after a semicolon', 'a@example.org;b@example.org'],
  ['a group', 'friends: a@example.org;'],
  ['a name', 'Jane <jane@example.org>'],
  ['angle brackets', '<jane@example.org>'],
  ['a comment', 'jane@example.org(x)'],
  ['a comment that joins two domains', 'user@good.example(x)evil.example'],
  ['a route', '@relay.example:jane@example.org'],
  ['a line break and a field', 'b@example.org\r\nBcc: evil@x.example'],
  ['a line feed', 'jane@example.org\n'],
  ['NUL', 'jane\u0000@example.org'],
  ['DEL', 'jane\u007f@example.org'],
  ['a C1 control character', 'jane\u0085@example.org'],
  ['a line separator', 'jane\u2028@example.org'],
  ['an unpaired surrogate', 'jane\ud800@example.org'],
  ['an invisible character', 'jane\u200b@example.org'],
  ['a space', 'jane doe@example.org'],
  ['a space at the end', 'jane@example.org '],
  ['a no-break space', 'jane\u00a0doe@example.org'],
  ['an SMTP command', 'b@x>\r\nRCPT TO:<evil@y'],
  ['two at signs', 'a@b@example.org'],
  ['two dots in a row', 'jane..doe@example.org'],
  ['a dot at the end of the local part', 'jane.@example.org'],
  ['an unclosed quote', '"jane@example.org'],
  ['a quote in the middle', 'a"b"@example.org'],
  ['two dots in the domain', 'jane@example..org'],
  ['a hyphen before a dot', 'jane@example-.org'],
  ['a percent escape in the domain', 'jane@exa%6dple.org'],
  ['an IPv4 address as domain', 'jane@127.0.0.1'],
  ['the same in full-width digits', 'jane@\uff11\uff12\uff17.\uff10.\uff10.\uff11'],
  ['a number as domain', 'jane@2130706433'],
  ['a domain literal', 'jane@[192.0.2.1]'],
  ['a domain literal with an address in it', 'a@[x@evil.example]'],
  ['an ideographic dot in the domain', 'jane@example\u3002org'],
  ['321 octets', `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(4)}${'c'.repeat(12)}`],
  ['998 characters', `${'a'.repeat(986)}@example.org`],
];

describe('parseAddressSpec', () => {
  for (const [description, address, written] of VALID) {
    it(`accepts ${description}`, () => {
      assert.equal(parseAddressSpec(address), written);
    });
  }

  for (const [description, address] of INVALID) {
    it(`refuses ${description}`, () => {
      assert.equal(parseAddressSpec(address), undefined);
    });
  }

  it('refuses a long text at once', () => {
    assert.equal(parseAddressSpec(`${'a.'.repeat(1_000_000)}@${'b.'.repeat(1_000_000)}`), undefined);
  });
});
