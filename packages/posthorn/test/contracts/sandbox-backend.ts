/** The sandbox as the backend of a mail store, with any of its capabilities. */
import {
  BELOW_INBOX_LAYOUT,
  type CapabilityOptions,
  FLAT_LAYOUT,
  type ProfileName,
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
  readonly keepsKeywords?: boolean;
  readonly appendLimit?: number;
  readonly profile?: ProfileName;
}

/** The sandbox is there for its faults and its recording. */
export interface SandboxUnderTest extends StoreUnderTest {
  readonly sandbox: Sandbox;
}

/** Starts a sandbox with one user. */
export async function openSandboxBackend({
  layout,
  ...options
}: SandboxBackendOptions = {}): Promise<SandboxUnderTest> {
  const isPrefixed = layout === 'inbox-prefix';
  const sandbox: Sandbox = await startSandbox({
    users: [USER],
    layout: isPrefixed ? BELOW_INBOX_LAYOUT : FLAT_LAYOUT,
    ...options,
  });
  const user: SandboxUser = sandbox.user(USER.name);
  const access = createTestMailAccess();
  return {
    ...access,
    sandbox,
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
    async contents(mailbox) {
      return new Map(user.messages(mailbox).map(({ uid, raw }) => [uid, raw]));
    },
    async addFlags(mailbox, uid, flags) {
      const stored = user.messages(mailbox).find((message) => message.uid === uid);
      user.setFlags(mailbox, uid, [...(stored?.flags ?? []), ...flags]);
    },
    async expunge(mailbox, uid) {
      user.expunge(mailbox, uid);
    },
    async close() {
      await access.store.close();
      await sandbox.close();
    },
  };
}
