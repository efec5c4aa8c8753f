/** The sandbox as the backend of a mail store, with any of its capabilities. */
import {
  BELOW_INBOX_LAYOUT,
  type CapabilityOptions,
  FLAT_LAYOUT,
  type Sandbox,
  type SandboxUser,
  startSandbox,
} from 'posthorn-sandbox';
import type { MailboxLayout } from '../support/dovecot-config.ts';
import { createTestMailAccess, type StoreUnderTest, testAccount } from './store-under-test.ts';

const USER = { name: 'alice@example.org', password: 'b"o\\b s%cret' };

export interface SandboxBackendOptions {
  readonly layout?: MailboxLayout;
  readonly capabilities?: CapabilityOptions;
}

/** Starts a sandbox with one user. */
export async function openSandboxBackend(options: SandboxBackendOptions = {}): Promise<StoreUnderTest> {
  const isPrefixed = options.layout === 'inbox-prefix';
  const sandbox: Sandbox = await startSandbox({
    users: [USER],
    layout: isPrefixed ? BELOW_INBOX_LAYOUT : FLAT_LAYOUT,
    ...(options.capabilities && { capabilities: options.capabilities }),
  });
  const user: SandboxUser = sandbox.user(USER.name);
  const { store, writer } = createTestMailAccess();
  return {
    store,
    writer,
    account: testAccount({ host: '127.0.0.1', port: sandbox.imapPort }, USER),
    prefix: isPrefixed ? 'INBOX.' : '',
    delimiter: isPrefixed ? '.' : '/',
    async put(mailbox, messages) {
      if (!user.mailboxes().some(({ name }) => name === mailbox)) user.createMailbox(mailbox);
      for (const { raw, ...options } of messages) user.deliver(raw, { mailbox, ...options });
    },
    async flags(mailbox) {
      return new Map(user.messages(mailbox).map(({ uid, flags }) => [uid, flags]));
    },
    async addFlags(mailbox, uid, flags) {
      const stored = user.messages(mailbox).find((message) => message.uid === uid);
      user.setFlags(mailbox, uid, [...(stored?.flags ?? []), ...flags]);
    },
    async expunge(mailbox, uid) {
      user.expunge(mailbox, uid);
    },
    async close() {
      await store.close();
      await sandbox.close();
    },
  };
}
