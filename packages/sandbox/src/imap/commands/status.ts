/** STATUS, also as LIST returns it (RFC 3501 §6.3.10, RFC 5819, RFC 7162, RFC 8438). */
import type { Mailbox } from '../../mailbox/mailbox.ts';
import { encodeMailboxName } from '../../mailbox/mailbox-name-encoding.ts';
import type { Session } from '../session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';
import { wireAstring } from '../wire/wire-text.ts';
import type { Command } from './command.ts';
import { readMailboxName } from './mailbox-argument.ts';

type StatusItem = 'MESSAGES' | 'RECENT' | 'UIDNEXT' | 'UIDVALIDITY' | 'UNSEEN' | 'HIGHESTMODSEQ' | 'SIZE';

const STATUS_VALUES: ReadonlyMap<string, (mailbox: Mailbox) => number> = new Map(
  Object.entries({
    MESSAGES: (mailbox) => mailbox.messages.length,
    RECENT: (mailbox) => mailbox.messages.filter((message) => message.uid >= mailbox.firstRecentUid).length,
    UIDNEXT: (mailbox) => mailbox.uidNext,
    UIDVALIDITY: (mailbox) => mailbox.uidValidity,
    UNSEEN: (mailbox) => mailbox.messages.filter((message) => !message.flags.has('\\Seen')).length,
    HIGHESTMODSEQ: (mailbox) => mailbox.highestModSeq,
    SIZE: (mailbox) => mailbox.messages.reduce((total, message) => total + message.content.raw.length, 0),
  } satisfies Record<StatusItem, (mailbox: Mailbox) => number>),
);

/** Gives values of a mailbox without opening it. */
export const status: Command = {
  state: 'authenticated',
  handle: ({ session, args }) => {
    args.space();
    const name = readMailboxName(args);
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
  const isUnknown = (item: string) =>
    !STATUS_VALUES.has(item) ||
    (item === 'HIGHESTMODSEQ' && !session.has('CONDSTORE')) ||
    (item === 'SIZE' && !session.has('STATUS=SIZE'));
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
  const values = items.map((item) => `${item} ${STATUS_VALUES.get(item)?.(mailbox)}`);
  session.untagged(`STATUS ${wireAstring(encodeMailboxName(mailbox.name))} (${values.join(' ')})`);
}
