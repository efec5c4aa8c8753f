import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRecentOriginals } from '../../../src/application/drafts/recent-originals.ts';
import { passwordLogin } from '../../../src/domain/login.ts';
import type { MailAccount, MailAccountId } from '../../../src/domain/mail-account.ts';
import { mailboxName, uid } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';

const account = accountOf(passwordLogin(JANE, 'secret'));

function original(number: number, owner: MailAccount = account) {
  const message = { account: owner, mailbox: mailboxName('INBOX'), uid: uid(number), uidValidity: 1 };
  return { message, subject: `Subject ${number}` };
}

describe('RecentOriginals', () => {
  it('remembers the last ten messages of an account, each once, the newest first', async () => {
    const originals = createRecentOriginals({ clock: () => 0 });
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 3]) await originals.remember(original(number));

    assert.deepEqual(
      (await originals.list(account)).map(({ message }) => message.uid),
      [3, 11, 10, 9, 8, 7, 6, 5, 4, 2],
    );
  });

  it('tells no account of the messages of another', async () => {
    const originals = createRecentOriginals({ clock: () => 0 });
    await originals.remember(original(1));

    const others = [
      accountOf(passwordLogin('bob@example.org', 'secret')),
      { ...account, id: 'second' as MailAccountId },
      { ...account, inbox: { ...account.inbox, host: 'other.example.org' } },
    ];

    assert.deepEqual((await Promise.all(others.map((other) => originals.list(other)))).flat(), []);
  });

  it('forgets after four hours', async () => {
    let now = 0;
    const originals = createRecentOriginals({ clock: () => now });
    await originals.remember(original(1));

    now = 4 * 60 * 60 * 1000;

    assert.deepEqual(await originals.list(account), []);
  });

  it('forgets the accounts that were not used longest', async () => {
    const originals = createRecentOriginals({ clock: () => 0 });
    const users = Array.from({ length: 1_001 }, (_, index) =>
      accountOf(passwordLogin(`user${index}@example.org`, 'secret')),
    );
    for (const user of users) await originals.remember(original(1, user));

    const remembered = await Promise.all(users.map((user) => originals.list(user)));
    assert.deepEqual(
      users.filter((_user, index) => remembered[index]?.length === 0),
      users.slice(0, 1),
    );
  });
});
