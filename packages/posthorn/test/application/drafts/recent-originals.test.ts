import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listOriginals, rememberOriginal } from '../../../src/application/drafts/recent-originals.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import { mailboxName, uid } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';
import { createTestState } from '../../support/memory-state.ts';

const ACCOUNT = accountOf(passwordLogin(JANE, 'secret'));
const MESSAGE = { account: ACCOUNT, mailbox: mailboxName('INBOX'), uid: uid(1), uidValidity: 1 };

describe('Recent originals', () => {
  it('are those of one account, with the login that asks and the beginning of the subject', async () => {
    const { recentOriginals } = createTestState();
    await rememberOriginal(recentOriginals, { message: MESSAGE, subject: 's'.repeat(600) });

    const other = { ...ACCOUNT, login: passwordLogin(JANE, 'other secret') };

    assert.deepEqual(await listOriginals(recentOriginals, other), [
      { message: { ...MESSAGE, account: other }, subject: 's'.repeat(500) },
    ]);
  });

  it('are shown to no other account, id or server', async () => {
    const { recentOriginals } = createTestState();
    await rememberOriginal(recentOriginals, { message: MESSAGE, subject: 'Hello' });

    const others = [
      accountOf(passwordLogin('bob@example.org', 'secret')),
      { ...ACCOUNT, id: 'second' as MailAccountId },
      { ...ACCOUNT, inbox: { ...ACCOUNT.inbox, host: 'other.example.org' } },
    ];

    const shown = await Promise.all(others.map((other) => listOriginals(recentOriginals, other)));
    assert.deepEqual(shown.flat(), []);
  });
});
