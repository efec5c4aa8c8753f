/** What counts as the name of a mail server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHostName } from '../../../src/adapters/network/host-name.ts';

const NAMES: readonly (readonly [string, string])[] = [
  ['imap.example.org', 'imap.example.org'],
  ['IMAP.Example.ORG', 'imap.example.org'],
  ['imap.example.org.', 'imap.example.org'],
  ['localhost', 'localhost'],
  ['mail_server', 'mail_server'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['163.com', '163.com'],
  ['1.2.3.4.example', '1.2.3.4.example'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
];

const ADDRESSES: readonly (readonly [string, string])[] = [
  ['192.0.2.1', '192.0.2.1'],
  ['2001:DB8::1', '2001:db8::1'],
  ['::ffff:127.0.0.1', '::ffff:127.0.0.1'],
];

const REFUSED: readonly string[] = [
  '',
  '.',
  '..',
  '.example.org',
  'imap..example.org',
  'example.org..',
  '127.1',
  '0',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.0x1',
  '0177.0.0.1',
  '127.0.0.1.',
  '1.2.3.256',
  'example.123',
  '[::1]',
  '[::]',
  'fe80::1%eth0',
  '::1::',
  'host/',
  'u@host',
  'host#',
  'host:993',
  'unix:/x',
  '//host',
  'host\\',
  'ho st',
  ' host',
  'host\r\nX: y',
  'host\n',
  'host\u0000',
  '\uff11\uff12\uff17.0.0.1',
  'm\u00fcnchen.example',
  'ex\u3002ample',
  '-host.example',
  'host-.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(127)}a`,
  '*.example.org',
];

describe('parseHostName', () => {
  for (const [text, name] of NAMES) {
    it(`reads ${JSON.stringify(text)} as a DNS name`, () => {
      assert.deepEqual(parseHostName(text), { kind: 'name', name });
    });
  }

  for (const [text, address] of ADDRESSES) {
    it(`reads ${JSON.stringify(text)} as an IP address`, () => {
      assert.deepEqual(parseHostName(text), { kind: 'address', address });
    });
  }

  for (const text of REFUSED) {
    it(`refuses ${JSON.stringify(text.slice(0, 80))}`, () => {
      assert.equal(parseHostName(text), undefined);
    });
  }
});
