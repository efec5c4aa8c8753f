/** The operator's patterns of allowed hosts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type HostName, parseHostName } from '../../../src/adapters/network/host-name.ts';
import { parseHostPattern } from '../../../src/adapters/network/host-pattern.ts';

const CASES: readonly (readonly [pattern: string, host: string, port: number, expected: boolean])[] = [
  ['mail.example.org', 'mail.example.org', 993, true],
  ['mail.example.org', 'MAIL.example.org.', 143, true],
  ['Mail.Example.Org.', 'mail.example.org', 587, true],
  ['mail.example.org', 'mail.example.org', 25, false],
  ['mail.example.org', 'sub.mail.example.org', 993, false],
  ['mail.example.org:1143', 'mail.example.org', 1143, true],
  ['mail.example.org:1143', 'mail.example.org', 993, false],
  ['*.example.org', 'mail.example.org', 465, true],
  ['*.example.org', 'a.b.example.org', 993, true],
  ['*.example.org', 'example.org', 993, false],
  ['*.example.org', 'evil-example.org', 993, false],
  ['*.example.org', 'mail.example.org.evil.example', 993, false],
  ['*.example.org:1025', 'mail.example.org', 1025, true],
  ['127.0.0.1', '127.0.0.1', 993, true],
  ['127.0.0.1:1143', '127.0.0.1', 1143, true],
  ['127.0.0.1', '::ffff:127.0.0.1', 993, false],
  ['[::1]:1143', '::1', 1143, true],
  ['[2001:DB8::1]', '2001:db8::1', 993, true],
];

const REFUSED: readonly string[] = [
  '',
  '*',
  '*.',
  '*example.org',
  'a.*.example.org',
  '*.127.0.0.1',
  'host:0',
  'host:65536',
  'host:99999999',
  'host:993x',
  'host:',
  '::1',
  '[::1',
  'https://host',
  'ho st',
];

function host(text: string): HostName {
  const parsed = parseHostName(text);
  assert.ok(parsed);
  return parsed;
}

describe('parseHostPattern', () => {
  for (const [pattern, name, port, expected] of CASES) {
    it(`${expected ? 'covers' : 'does not cover'} ${name} port ${port} with ${pattern}`, () => {
      assert.equal(parseHostPattern(pattern)?.matches(host(name), port), expected);
    });
  }

  for (const text of REFUSED) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.equal(parseHostPattern(text), undefined);
    });
  }
});
