/** Addresses that cannot be written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAddressSpec } from '../../../src/adapters/mime/address-spec.ts';

describe('toAddressSpec', () => {
  it('gives the address as it is written', () => {
    assert.equal(toAddressSpec('jane@m\u00fcnchen.example'), 'jane@xn--mnchen-3ya.example');
  });

  it('refuses what is no address, without showing it in the error', () => {
    assert.throws(() => toAddressSpec('secret@x y'), {
      code: 'invalid-document',
      details: { detail: 'An address is not a valid e-mail address.' },
    });
  });
});
