import type { Account, AccountState, TokenState } from './accounts/accounts.ts';
import type { Mailbox, StoredMessage } from './mailbox/mailbox.ts';
import { MailboxError } from './mailbox/mailbox-error.ts';
import type { SpecialUse } from './mailbox/special-use.ts';
import { MessageContent } from './message/message-content.ts';

/** A mailbox at a moment. */
export interface MailboxSnapshot {
  readonly name: string;
  readonly specialUse: SpecialUse | undefined;
  readonly isSubscribed: boolean;
  readonly uidValidity: number;
  readonly uidNext: number;
  readonly messageCount: number;
}

/** Flags are sorted, without \Recent. */
export interface MessageSnapshot {
  readonly uid: number;
  readonly flags: readonly string[];
  readonly internalDate: Date;
  readonly raw: Buffer;
}

/** Defaults: INBOX, no flags, now. */
export interface DeliveryOptions {
  readonly mailbox?: string;
  readonly flags?: readonly string[];
  readonly internalDate?: Date;
}

/** Acts as another client. Throws MailboxError. */
export interface SandboxUser {
  readonly name: string;
  setState(state: AccountState): void;
  setToken(token: string, state: TokenState): void;
  /** The uid, after IDLE sessions are notified. */
  deliver(rawMessage: string | Buffer, options?: DeliveryOptions): number;
  createMailbox(name: string, options?: { readonly specialUse?: SpecialUse }): void;
  deleteMailbox(name: string): void;
  setFlags(mailbox: string, uid: number, flags: readonly string[]): void;
  expunge(mailbox: string, uid: number): void;
  /** Uids stay. Sessions receive it at the next SELECT. */
  setUidValidity(mailbox: string, uidValidity: number): void;
  mailboxes(): readonly MailboxSnapshot[];
  messages(mailbox?: string): readonly MessageSnapshot[];
}

/** The handle. */
export function createSandboxUser(account: Account, clock: () => Date): SandboxUser {
  const { mailboxes } = account;
  return {
    name: account.name,
    setState: (state) => {
      account.state = state;
    },
    setToken: (token, state) => {
      account.tokens.set(token, state);
    },
    deliver: (rawMessage, options = {}) => {
      const { mailbox = 'INBOX', flags = [], internalDate = clock() } = options;
      const content = new MessageContent(Buffer.from(rawMessage));
      const [stored] = mailboxes.require(mailbox).append([{ content, flags, internalDate }]);
      return stored?.uid ?? 0;
    },
    createMailbox: (name, options = {}) => {
      mailboxes.subscribe(mailboxes.create(name, options.specialUse).name);
    },
    deleteMailbox: (name) => mailboxes.delete(name),
    setFlags: (name, uid, flags) => {
      const mailbox = mailboxes.require(name);
      mailbox.setFlags(requireMessage(mailbox, uid), flags);
    },
    expunge: (name, uid) => {
      const mailbox = mailboxes.require(name);
      const leaving = requireMessage(mailbox, uid);
      mailbox.expunge((message) => message === leaving);
    },
    setUidValidity: (name, uidValidity) => {
      mailboxes.require(name).uidValidity = uidValidity;
    },
    mailboxes: () => [...mailboxes.mailboxes].map((mailbox) => snapshotMailbox(account, mailbox)),
    messages: (name = 'INBOX') => mailboxes.require(name).messages.map(snapshotMessage),
  };
}

function requireMessage(mailbox: Mailbox, uid: number): StoredMessage {
  const message = mailbox.messages.find((candidate) => candidate.uid === uid);
  if (message === undefined) throw new MailboxError('NONEXISTENT', `No message ${uid} in ${mailbox.name}`);
  return message;
}

function snapshotMailbox(account: Account, mailbox: Mailbox): MailboxSnapshot {
  return {
    name: mailbox.name,
    specialUse: mailbox.specialUse,
    isSubscribed: account.mailboxes.subscriptions.has(mailbox.name),
    uidValidity: mailbox.uidValidity,
    uidNext: mailbox.uidNext,
    messageCount: mailbox.messages.length,
  };
}

function snapshotMessage({ uid, flags, internalDate, content }: StoredMessage): MessageSnapshot {
  return { uid, flags: [...flags].sort(), internalDate, raw: content.raw };
}
