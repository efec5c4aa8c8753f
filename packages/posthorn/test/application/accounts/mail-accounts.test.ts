import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailAccounts } from '../../../src/application/accounts/mail-accounts.ts';
import { passwordLogin } from '../../../src/domain/login.ts';
import type { MailAccountId } from '../../../src/domain/mail-account.ts';
import { accountOf, authProvider, JANE, smallMailStore } from '../../http/test-server.ts';

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

  it('does not ask the mail server about an account that the client does not have', async () => {
    const mailStore = smallMailStore();
    const mailAccounts = createMailAccounts({ authProvider, mailStore });

    await assert.rejects(
      mailAccounts.get({ credentials: CREDENTIALS, id: 'other' as MailAccountId }, SIGNAL),
      {
        code: 'mail-account-unknown',
      },
    );
    assert.deepEqual(mailStore.calls, []);
  });
});
