/** Which capabilities are on, and what is announced when. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { announceCapabilities, resolveCapabilities } from '../../../src/imap/session/capabilities.ts';

describe('resolveCapabilities', () => {
  it('leaves CONTEXT=SORT out unless it is asked for', () => {
    assert.equal(resolveCapabilities({}).has('CONTEXT=SORT'), false);
    assert.equal(resolveCapabilities({ with: ['CONTEXT=SORT'] }).has('CONTEXT=SORT'), true);
  });

  it('takes away what builds upon a capability that is off', () => {
    const on = resolveCapabilities({
      without: ['SORT', 'LIST-EXTENDED', 'SPECIAL-USE'],
      with: ['CONTEXT=SORT'],
    });
    assert.deepEqual(
      (['ESORT', 'CONTEXT=SORT', 'LIST-STATUS', 'CREATE-SPECIAL-USE'] as const).filter((name) =>
        on.has(name),
      ),
      [],
    );
  });
});

describe('announceCapabilities', () => {
  const on = new Set(['SASL-IR', 'STARTTLS', 'AUTH=PLAIN', 'IDLE'] as const);
  const state = { isAuthenticated: false, isEncrypted: false, canEncrypt: true, canLogIn: true };

  it('offers login and STARTTLS in the clear', () => {
    assert.equal(announceCapabilities(on, state), 'IMAP4rev1 SASL-IR STARTTLS AUTH=PLAIN IDLE');
  });

  it('offers STARTTLS no more when encrypted or without a certificate', () => {
    const expected = 'IMAP4rev1 SASL-IR AUTH=PLAIN IDLE';
    assert.equal(announceCapabilities(on, { ...state, isEncrypted: true }), expected);
    assert.equal(announceCapabilities(on, { ...state, canEncrypt: false }), expected);
  });

  it('disables login where it is refused', () => {
    const announced = announceCapabilities(on, { ...state, canLogIn: false });
    assert.equal(announced, 'IMAP4rev1 SASL-IR STARTTLS IDLE LOGINDISABLED');
  });

  it('offers nothing of the login once logged in', () => {
    assert.equal(announceCapabilities(on, { ...state, isAuthenticated: true }), 'IMAP4rev1 IDLE');
  });
});
