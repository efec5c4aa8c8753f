import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { createEventId } from '../../domain/events/event-id.ts';
import type { EventData, EventId, EventKind, MailEvent } from '../../domain/events/mail-event.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import { UidRanges } from '../../domain/values/uid-ranges.ts';
import type { MailboxChanges } from '../ports/mail/mail-changes.ts';
import type { LastingNames, MailboxSnapshot } from '../ports/mail/watch-connections.ts';
import {
  ascending,
  changedFlags,
  changedSets,
  type FlaggedMessage,
  flagsAmong,
  flagsOf,
  type UpdatedMessage,
  withFlags,
  withoutFlags,
} from './seen-flags.ts';
import type { SeenMailbox } from './seen-mailbox.ts';

/** Differences of a mailbox's later view. Uids ascend. */
export interface MailboxDifferences {
  readonly removed: readonly number[];
  readonly created: readonly FlaggedMessage[];
  readonly updated: readonly UpdatedMessage[];
}

/** The mailbox of events, and the version that they replace. */
export interface EventScene {
  readonly account: { readonly id: MailAccountId; readonly createdAt: number };
  readonly mailbox: MailboxName;
  readonly seen: SeenMailbox;
  /** Of the replaced position. */
  readonly epoch: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The differences of a page of changes, whose messages have their flags. */
export function compareChanges(
  { uids, flags }: SeenMailbox,
  { created, updated, removed, present }: Omit<MailboxChanges, 'position'>,
): MailboxDifferences {
  const told = [...created, ...updated].map((item) => ({ uid: item.uid as number, flags: flagsOf(item) }));
  const messages = [...new Map(told.map((message) => [message.uid, message])).values()].sort(byUid);
  const gone = present === null ? both(uids, removed) : both(uids, removed).plus(uids.minus(present));
  return {
    removed: ascending(gone),
    created: messages.filter(({ uid }) => !uids.has(uid)),
    updated: changedFlags(
      flags,
      messages.filter(({ uid }) => uids.has(uid) && !gone.has(uid)),
    ),
  };
}

/** The differences of a view of the whole mailbox. */
export function compareSnapshot(
  seen: SeenMailbox,
  { uids, flags: told, hasKeywords }: Omit<MailboxSnapshot, 'counts'>,
): MailboxDifferences {
  const isKeyword = ([name]: readonly [string, UidRanges]): boolean => !name.startsWith('\\');
  const system = [...told].filter((set) => !isKeyword(set));
  const flags = hasKeywords ? told : new Map([...system, ...[...seen.flags.sets].filter(isKeyword)]);
  return {
    removed: ascending(seen.uids.minus(uids)),
    created: ascending(uids.minus(seen.uids)).map((uid) => ({ uid, flags: flagsAmong(flags, uid) })),
    updated: changedSets(seen.flags, { sets: flags, uids: both(seen.uids, uids) }),
  };
}

/** Cuts differences into parts of at most `size` events; one empty part for none. */
export function* partsOf(differences: MailboxDifferences, size: number): Generator<MailboxDifferences> {
  let { removed, created, updated } = differences;
  do {
    const part = {
      removed: removed.slice(0, size),
      created: [] as FlaggedMessage[],
      updated: [] as UpdatedMessage[],
    };
    removed = removed.slice(size);
    part.created = created.slice(0, size - part.removed.length);
    created = created.slice(part.created.length);
    part.updated = updated.slice(0, size - part.removed.length - part.created.length);
    updated = updated.slice(part.updated.length);
    yield part;
  } while (removed.length + created.length + updated.length > 0);
}

/** Applies differences, except to the position. */
export function withDifferences(
  seen: SeenMailbox,
  { removed, created, updated }: MailboxDifferences,
): SeenMailbox {
  const gone = UidRanges.of(removed);
  const come = UidRanges.of(created.map(({ uid }) => uid));
  return {
    ...seen,
    uids: seen.uids.minus(gone).plus(come),
    flags: withFlags(withoutFlags(seen.flags, gone), [...created, ...updated]),
  };
}

/** The events of differences. `names`: of created and removed messages, if known. */
export function toMessageEvents(
  scene: EventScene,
  { removed, created, updated }: MailboxDifferences,
  names: ReadonlyMap<number, LastingNames>,
): readonly MailEvent[] {
  const eventOf = (kind: EventKind, uid: number, data: EventData): MailEvent => ({
    ...{ id: messageEventId(scene, kind, uid), account: scene.account.id, kind, at: scene.at, data },
    ...{
      message: { mailbox: scene.mailbox, uidValidity: scene.seen.position.uidValidity, uid },
      mailbox: null,
    },
  });
  return [
    ...removed.map((uid) => eventOf('message.removed', uid, toData(names.get(uid)))),
    ...created.map(({ uid }) => eventOf('message.created', uid, toData(names.get(uid)))),
    ...updated.map(({ uid, fields }) => eventOf('message.updated', uid, { fields })),
  ];
}

/** A message is created and removed once in its mailbox's life, and updated once per version. */
export function messageEventId(
  { account, mailbox, seen, epoch }: Omit<EventScene, 'at'>,
  kind: EventKind,
  uid: number,
): EventId {
  const { uidValidity } = seen.position;
  const change = kind === 'message.updated' ? [seen.life, epoch] : [seen.life];
  return createEventId({ account, kind, mailbox, uidValidity, uid, change });
}

function toData(names: LastingNames | undefined): EventData {
  const { messageId = null, emailId = null } = names ?? {};
  return { ...(messageId !== null && { messageId }), ...(emailId !== null && { emailId }) };
}

function both(one: UidRanges, other: UidRanges): UidRanges {
  return one.minus(one.minus(other));
}

function byUid(a: FlaggedMessage, b: FlaggedMessage): number {
  return a.uid - b.uid;
}
