/** The auth provider for accounts that clients describe themselves. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocalMailAccount } from '../../../src/adapters/auth/local-mail-account.ts';
import type { RequestCredentials } from '../../../src/application/ports/auth-provider.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';

const LOGIN = passwordLogin('jane@example.org', 'tiger');
const INBOX_DATA = { inbox_address: 'imap.example.org', inbox_port: 143, inbox_ssl: false };
const OUTBOX_DATA = { outbox_address: 'smtp.example.org', outbox_port: 587, outbox_secure: 'starttls' };
const ID = 'cn_localmailaccount-1' as MailAccountId;

const provider = createLocalMailAccount();

function credentials(changes: Partial<RequestCredentials> = {}): RequestCredentials {
  return { login: LOGIN, connectionData: INBOX_DATA, ...changes };
}

const ACCOUNT = {
  id: ID,
  name: 'jane@example.org',
  from: { address: 'jane@example.org', name: 'jane@example.org' },
  replyTo: { address: 'jane@example.org', name: 'jane@example.org' },
  login: LOGIN,
  inbox: { type: 'IMAP', host: 'imap.example.org', port: 143, isTls: false },
  roots: [],
  origin: 'client',
};

describe('LocalMailAccount.getAccount', () => {
  it('gives the described account under the id of the path', () => {
    assert.deepEqual(provider.getAccount({ credentials: credentials(), id: ID }), ACCOUNT);
  });

  it('takes sender names and addresses from the description', () => {
    const connectionData = {
      ...INBOX_DATA,
      from: { name: 'Jane', address: 'jane@example.com' },
      replyTo: { address: 'office@example.com' },
    };

    const { from, replyTo } = provider.getAccount({ credentials: credentials({ connectionData }), id: ID });

    assert.deepEqual(
      { from, replyTo },
      {
        from: { name: 'Jane', address: 'jane@example.com' },
        replyTo: { name: 'office@example.com', address: 'office@example.com' },
      },
    );
  });

  it('gives the sending server its own login', () => {
    const connectionData = { ...INBOX_DATA, ...OUTBOX_DATA, outbox_user: 'sender', outbox_password: 'lion' };

    const { outbox } = provider.getAccount({ credentials: credentials({ connectionData }), id: ID });

    assert.deepEqual(
      { ...outbox, password: outbox?.login.secret.reveal() },
      {
        host: 'smtp.example.org',
        port: 587,
        security: 'starttls',
        login: passwordLogin('sender', 'lion'),
        password: 'lion',
      },
    );
  });

  it('sends with the login of the inbox when the description has no other', () => {
    const { outbox } = provider.getAccount({
      credentials: credentials({ connectionData: { ...INBOX_DATA, ...OUTBOX_DATA } }),
      id: ID,
    });

    assert.deepEqual(outbox, {
      host: 'smtp.example.org',
      port: 587,
      security: 'starttls',
      login: LOGIN,
    });
  });

  it('refuses a request without a description', () => {
    assert.throws(
      () => provider.getAccount({ credentials: credentials({ connectionData: undefined }), id: ID }),
      {
        code: 'invalid-parameter',
        details: { detail: 'The header X-CNMAIL-DATA is missing.', parameter: 'X-CNMAIL-DATA' },
      },
    );
  });

  it('refuses a user name with a line break', () => {
    assert.throws(
      () =>
        provider.getAccount({
          credentials: credentials({ login: passwordLogin('jane\nx', 'tiger') }),
          id: ID,
        }),
      {
        code: 'authentication-failed',
      },
    );
  });
});

describe('LocalMailAccount.listAccounts', () => {
  it('lists the described account under the id "local"', () => {
    assert.deepEqual(provider.listAccounts(credentials()), [{ ...ACCOUNT, id: 'local' }]);
  });

  it('lists nothing without a description', () => {
    assert.deepEqual(provider.listAccounts(credentials({ connectionData: undefined })), []);
  });
});

describe('LocalMailAccount.hasSignIn', () => {
  it('is false: the client knows its servers by itself', () => {
    assert.equal(provider.hasSignIn, false);
  });
});
