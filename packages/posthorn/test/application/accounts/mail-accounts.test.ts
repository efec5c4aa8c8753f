import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailAccounts } from '../../../src/application/accounts/mail-accounts.ts';
import { createSignInGuard } from '../../../src/application/accounts/sign-in-guard.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import { accountOf, authProvider, JANE, smallMailStore } from '../../http/test-server.ts';
import { code } from '../../support/domain-values.ts';
import { createTestState } from '../../support/memory-state.ts';

const CREDENTIALS = { login: passwordLogin(JANE, 'secret') };
const WRONG_PASSWORD = { login: passwordLogin(JANE, 'guess') };
const GMAIL = 'gmail' as MailAccountId;
const SIGNAL = new AbortController().signal;

describe('MailAccounts', () => {
  it('lists the accounts of the client', async () => {
    const mailAccounts = createMailAccounts({ authProvider, mailStore: smallMailStore() });

    assert.deepEqual(await mailAccounts.list(CREDENTIALS, SIGNAL), [accountOf(CREDENTIALS.login)]);
  });

  it('waits for a provider that has to ask somebody', async () => {
    const asking = {
      hasSignIn: true,
      listAccounts: async () => [accountOf(CREDENTIALS.login)],
      getAccount: async () => accountOf(CREDENTIALS.login),
    };
    const mailAccounts = createMailAccounts({ authProvider: asking, mailStore: smallMailStore() });

    assert.deepEqual(await mailAccounts.list(CREDENTIALS, SIGNAL), [accountOf(CREDENTIALS.login)]);
    assert.deepEqual(
      await mailAccounts.get({ credentials: CREDENTIALS, id: GMAIL }, SIGNAL),
      accountOf(CREDENTIALS.login),
    );
  });

  it('lists no account whose mail server refuses the login', async () => {
    const mailAccounts = createMailAccounts({ authProvider, mailStore: smallMailStore() });

    await assert.rejects(mailAccounts.list(WRONG_PASSWORD, SIGNAL), { code: 'authentication-failed' });
  });

  it('gives the account with the id', async () => {
    const mailAccounts = createMailAccounts({ authProvider, mailStore: smallMailStore() });

    assert.deepEqual(
      await mailAccounts.get({ credentials: CREDENTIALS, id: GMAIL }, SIGNAL),
      accountOf(CREDENTIALS.login),
    );
  });

  it('gives no account whose mail server refuses the login', async () => {
    const mailAccounts = createMailAccounts({ authProvider, mailStore: smallMailStore() });

    await assert.rejects(mailAccounts.get({ credentials: WRONG_PASSWORD, id: GMAIL }, SIGNAL), {
      code: 'authentication-failed',
    });
  });

  it('says only to the right login that it has no account with the id, and counts no failure for it', async () => {
    const mailStore = smallMailStore();
    const signInGuard = createSignInGuard({ ...createTestState(), failuresPerMinute: 4 });
    const mailAccounts = createMailAccounts({ authProvider, mailStore, signInGuard });
    const client = '192.0.2.1';
    const other = (login: object, index: number) => {
      const credentials = { ...CREDENTIALS, ...login, client };
      return mailAccounts.get({ credentials, id: `other${index}` as MailAccountId }, SIGNAL);
    };

    for (let index = 0; index < 10; index += 1) {
      await assert.rejects(other(CREDENTIALS, index), code('mail-account-unknown'));
    }
    await assert.rejects(other(WRONG_PASSWORD, 0), code('authentication-failed'));
  });
});
