/** Mail addresses as SMTP commands carry them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInternational, toWireAddress } from '../../../src/adapters/smtp/wire-address.ts';

describe('toWireAddress', () => {
  const cases: readonly (readonly [address: string, wireAddress: string | undefined])[] = [
    ['bob@example.org', 'bob@example.org'],
    ['Bob+tag@Example.ORG', 'Bob+tag@Example.ORG'],
    ['"a b"@example.org', '"a b"@example.org'],
    ['"a@b"@bücher.example', '"a@b"@xn--bcher-kva.example'],
    ['bob@[192.0.2.1]', 'bob@[192.0.2.1]'],
    ['bob@bücher.example', 'bob@xn--bcher-kva.example'],
    ['bøb@bücher.example', 'bøb@bücher.example'],
    ['bob@bü cher.example', 'bob@bü cher.example'],
    ['', ''],
    ['a>@example.org', undefined],
    ['a\r\n@example.org', undefined],
    ['a\u0000@example.org', undefined],
    ['a\u009f@example.org', undefined],
    ['a@example.org\u00a0', undefined],
  ];
  for (const [address, wireAddress] of cases) {
    it(`is ${JSON.stringify(wireAddress)} for ${JSON.stringify(address)}`, () => {
      assert.equal(toWireAddress(address), wireAddress);
    });
  }
});

describe('isInternational', () => {
  it('is true for all but printable ASCII', () => {
    assert.deepEqual(['a@b', '"a b"@c', 'bøb@c', '\u{1f600}@c', ''].map(isInternational), [
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
