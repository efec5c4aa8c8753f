/** RFC 3501 §7.2.4, RFC 5819, RFC 7162, RFC 7889, RFC 8438, RFC 8474, RFC 9051 §7.3.3. */
import type { Mailbox, StoredMessage } from '../../mailbox/mailbox.ts';
import type { Capability } from '../session/capabilities.ts';
import { wireMailboxName } from '../session/mailbox-name.ts';
import type { Session } from '../session/session.ts';

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

/** Known in this session. */
export function isStatusItem(session: Session, item: string): boolean {
  const value = STATUS_VALUES.get(item);
  if (value === undefined || (item === 'RECENT' && session.isRev2Enabled)) return false;
  return value.capability === undefined || session.has(value.capability);
}

/** A mailbox and requested items. */
export interface MailboxStatus {
  readonly mailbox: Mailbox;
  readonly items: readonly string[];
}

/** Queues STATUS. */
export function queueStatus(session: Session, { mailbox, items }: MailboxStatus): void {
  const values = items.map((item) => `${item} ${STATUS_VALUES.get(item)?.valueOf(mailbox, session)}`);
  session.untagged(`STATUS ${wireMailboxName(session, mailbox.name)} (${values.join(' ')})`);
}
