/** The choice of an auth provider by its name. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authProviders, createAuthProvider } from '../../../src/adapters/auth/auth-providers.ts';
import { settingRows } from '../../../src/config/settings.ts';

describe('createAuthProvider', () => {
  it('makes the provider of the client-named servers', () => {
    assert.equal(createAuthProvider('local-mail-account', { mailServers: () => [] }).hasSignIn, false);
  });

  it('makes the provider of the configured servers', () => {
    assert.equal(createAuthProvider('single-imap-user', { mailServers: () => [] }).hasSignIn, true);
  });

  it('knows exactly the names that the setting allows', () => {
    assert.deepEqual(Object.keys(authProviders).toSorted(), [...settingRows.authProvider.choices].toSorted());
  });
});
