/** What accounts hold in memory when nothing is asked of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from 'posthorn-sandbox';
import type { MailStore } from '../../src/application/ports/mail/mail-store.ts';
import type { MessageItemAttribute } from '../../src/domain/messages/message-item.ts';
import { liveOctets } from '../support/live-memory.ts';
import { buildMessage } from '../support/message-samples.ts';
import { createTestMailStore, mailboxName, testAccount } from './store-under-test.ts';

const MESSAGES = 10_000;
const USERS = [1, 2, 3].map((number) => ({ name: `user-${number}@example.org`, password: 'secret' }));
const MAX_OCTETS = 1024 * 1024;
const ATTRIBUTES: readonly MessageItemAttribute[] = ['subject', 'from', 'to', 'date', 'seen', 'previewText'];

describe('An idle account with 10,000 messages in its INBOX', () => {
  it('holds less than a megabyte after a list of 50 with previews, its session at the mail server included', async () => {
    const sandbox = await startSandbox({ users: USERS });
    const raw = buildMessage({ subject: 'one of many', text: 'Hello' });
    for (const { name } of USERS) {
      const user = sandbox.user(name);
      for (let message = 0; message < MESSAGES; message += 1) user.deliver(raw);
    }
    const list = (store: MailStore, { name, password }: (typeof USERS)[number]) =>
      store.listMessages(
        {
          account: testAccount({ host: '127.0.0.1', port: sandbox.imapPort }, { name, password }),
          mailbox: mailboxName('INBOX'),
          query: {
            ...{ window: { start: 0, limit: 50 }, maxRows: 50, criterion: null },
            order: [{ key: 'date', isDescending: true }],
            attributes: new Set(ATTRIBUTES),
          },
        },
        AbortSignal.timeout(60_000),
      );
    // The sandbox keeps what it has read of its messages, in this process too.
    const another = createTestMailStore();
    for (const user of USERS) await list(another, user);
    await another.close();
    const store = createTestMailStore();
    const before = liveOctets();

    for (const user of USERS) await list(store, user);
    const octets = (liveOctets() - before) / USERS.length;

    await store.close();
    await sandbox.close();
    assert.ok(octets < MAX_OCTETS, `${octets} octets`);
  });
});
