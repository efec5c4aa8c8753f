/** What a mail store is tested with: the store, an account of it, and a way to put mail there. */

import { ImapMailChanges } from '../../src/adapters/imap/changes/imap-mail-changes.ts';
import { ImapMailStore } from '../../src/adapters/imap/imap-mail-store.ts';
import { ImapMailboxWriter } from '../../src/adapters/imap/mailboxes/imap-mailbox-writer.ts';
import { createSessionOpener } from '../../src/adapters/imap/session/session-opener.ts';
import { SessionPool } from '../../src/adapters/imap/session/session-pool.ts';
import { ImapMailBatchWriter } from '../../src/adapters/imap/write/imap-mail-batch-writer.ts';
import { ImapMailWriter } from '../../src/adapters/imap/write/imap-mail-writer.ts';
import { createHostPolicy } from '../../src/adapters/network/host-policy.ts';
import { createWholeMessageReader } from '../../src/adapters/workers/pooled-whole-message-reader.ts';
import type { MailBatchWriter } from '../../src/application/ports/mail/mail-batch-writer.ts';
import type { MailChanges } from '../../src/application/ports/mail/mail-changes.ts';
import type { MailStore } from '../../src/application/ports/mail/mail-store.ts';
import type { MailWriter } from '../../src/application/ports/mail/mail-writer.ts';
import type { MailboxWriter } from '../../src/application/ports/mail/mailbox-writer.ts';
import type { MailAccount, MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../src/domain/logins/login.ts';
import { type MailboxName, parseMailboxName } from '../../src/domain/mailboxes/mailbox-name.ts';
import type { MailUser } from '../support/dovecot.ts';
import type { AppendedMessage, ImapEndpoint } from '../support/imap-connection.ts';
import { createTestState } from '../support/memory-state.ts';

/** The ports of one adapter, on the same sessions; closing the store ends them all. */
export interface MailAccess {
  readonly store: MailStore;
  readonly writer: MailWriter;
  readonly batchWriter: MailBatchWriter;
  readonly mailboxWriter: MailboxWriter;
  readonly changes: MailChanges;
}

/** A running backend. Mailboxes that tests name do not exist before `put`. */
export interface StoreUnderTest extends MailAccess {
  readonly account: MailAccount;
  /** What the names of all mailboxes but INBOX begin with, such as `INBOX.`. */
  readonly prefix: string;
  readonly delimiter: string;
  /** The size that the server tells for a message of so many octets; left out: the octets. */
  readonly toldSize?: ((octets: number) => number) | undefined;
  /** Creates the mailbox when it is missing and appends; the first message of a new mailbox gets uid 1. */
  put(mailbox: string, messages: readonly AppendedMessage[]): Promise<void>;
  /** The flags of the messages as another client sees them, by uid, without \Recent. */
  flags(mailbox: string): Promise<ReadonlyMap<number, readonly string[]>>;
  /** The messages octet by octet, as another client sees them, by uid. */
  contents(mailbox: string): Promise<ReadonlyMap<number, Buffer>>;
  /** Sets flags on a message, as another client would. */
  addFlags(mailbox: string, uid: number, flags: readonly string[]): Promise<void>;
  /** Removes one message. */
  expunge(mailbox: string, uid: number): Promise<void>;
  close(): Promise<void>;
}

/** The mail store under test over IMAP, allowed to reach loopback in clear text. */
export function createTestMailStore(): MailStore {
  return new ImapMailStore(createTestPool());
}

/** All ports on sessions of their own, as a second process has them. */
export function createTestMailAccess(): MailAccess {
  const pool = createTestPool();
  return {
    store: new ImapMailStore(pool),
    writer: new ImapMailWriter(pool),
    batchWriter: new ImapMailBatchWriter(pool),
    mailboxWriter: new ImapMailboxWriter(pool),
    changes: new ImapMailChanges(pool),
  };
}

function createTestPool(): SessionPool {
  const hostPolicy = createHostPolicy({ allowList: [], isCleartextAllowed: true });
  const open = createSessionOpener({
    hostPolicy,
    extraRoots: [],
    wholeMessages: createWholeMessageReader(),
  });
  const limits = { maxPerAccount: 3, maxTotal: 20, idleMs: 60_000, now: Date.now };
  const { signInOutcomes } = createTestState();
  return new SessionPool({ open, ...limits, signInOutcomes });
}

/** An account of the user on that server. */
export function testAccount(server: ImapEndpoint, user: MailUser): MailAccount {
  const address = { name: user.name, address: user.name };
  return {
    id: 'test' as MailAccountId,
    name: user.name,
    from: address,
    replyTo: address,
    login: passwordLogin(user.name, user.password),
    inbox: { type: 'IMAP', host: server.host, port: server.port, isTls: false },
    roots: [],
    origin: 'operator',
  };
}

/** The text as a mailbox name; throws when it is none. */
export function mailboxName(text: string): MailboxName {
  const name = parseMailboxName(text);
  if (name === undefined) throw new Error(`"${text}" is no mailbox name`);
  return name;
}
