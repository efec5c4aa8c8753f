/** STATUS, also as LIST returns it (RFC 3501 §6.3.10, RFC 5819, RFC 7162, RFC 7889, RFC 8438, RFC 8474, RFC 9051 §6.3.11). */
import type { Mailbox, StoredMessage } from '../../mailbox/mailbox.ts';
import type { Capability } from '../capabilities.ts';
import type { Session } from '../session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';
import type { Command } from './command.ts';
import { readMailboxName, wireMailboxName } from './mailbox-argument.ts';

/** What STATUS can return. */
export type StatusItem =
  | 'APPENDLIMIT'
  | 'DELETED'
  | 'HIGHESTMODSEQ'
  | 'MAILBOXID'
  | 'MESSAGES'
  | 'RECENT'
  | 'SIZE'
  | 'UIDNEXT'
  | 'UIDVALIDITY'
  | 'UNSEEN';

interface StatusValue {
  /** Undefined: every server has it. */
  readonly capability?: Capability;
  readonly valueOf: (mailbox: Mailbox, session: Session) => number | string;
}

const STATUS_VALUES: ReadonlyMap<string, StatusValue> = new Map<string, StatusValue>(
  Object.entries({
    APPENDLIMIT: {
      capability: 'APPENDLIMIT',
      valueOf: (_mailbox, session) => session.server.appendLimit ?? 'NIL',
    },
    DELETED: {
      capability: 'IMAP4rev2',
      valueOf: (mailbox) => count(mailbox, (message) => message.flags.has('\\Deleted')),
    },
    HIGHESTMODSEQ: { capability: 'CONDSTORE', valueOf: (mailbox) => mailbox.highestModSeq },
    MAILBOXID: { capability: 'OBJECTID', valueOf: (mailbox) => `(${mailbox.id})` },
    MESSAGES: { valueOf: (mailbox) => mailbox.messages.length },
    RECENT: { valueOf: (mailbox) => count(mailbox, (message) => message.uid >= mailbox.firstRecentUid) },
    SIZE: {
      capability: 'STATUS=SIZE',
      valueOf: (mailbox) => mailbox.messages.reduce((total, { content }) => total + content.raw.length, 0),
    },
    UIDNEXT: { valueOf: (mailbox) => mailbox.uidNext },
    UIDVALIDITY: { valueOf: (mailbox) => mailbox.uidValidity },
    UNSEEN: { valueOf: (mailbox) => count(mailbox, (message) => !message.flags.has('\\Seen')) },
  } satisfies Record<StatusItem, StatusValue>),
);

function count(mailbox: Mailbox, isCounted: (message: StoredMessage) => boolean): number {
  return mailbox.messages.filter(isCounted).length;
}

/** Returns values of a mailbox without opening it. */
export const status: Command = {
  state: 'authenticated',
  handle: ({ session, args }) => {
    args.space();
    const name = readMailboxName(session, args);
    args.space();
    const items = readStatusItems(session, args);
    args.expectEnd();
    queueStatus(session, { mailbox: session.requireAccount().mailboxes.require(name), items });
    return { text: 'Status completed' };
  },
};

/** The names of status items in their order. Items of extensions that are off are unknown. */
export function readStatusItems(session: Session, args: ArgumentReader): readonly string[] {
  const items = args.list(() => args.keyword());
  const isUnknown = (item: string) => {
    const value = STATUS_VALUES.get(item);
    if (item === 'RECENT' && session.isRev2Enabled) return true;
    return value === undefined || (value.capability !== undefined && !session.has(value.capability));
  };
  if (items.length === 0 || items.some(isUnknown)) throw reject('Unknown status item');
  session.isCondstoreEnabled ||= items.includes('HIGHESTMODSEQ');
  return items;
}

/** The values of a mailbox that are asked for. */
export interface MailboxStatus {
  readonly mailbox: Mailbox;
  readonly items: readonly string[];
}

/** Queues the untagged STATUS of a mailbox. */
export function queueStatus(session: Session, { mailbox, items }: MailboxStatus): void {
  const values = items.map((item) => `${item} ${STATUS_VALUES.get(item)?.valueOf(mailbox, session)}`);
  session.untagged(`STATUS ${wireMailboxName(session, mailbox.name)} (${values.join(' ')})`);
}
