import {
  type EventGroup,
  isAboutSelected,
  type MailboxFilter,
  type NotifyEvent,
} from '../session/event-group.ts';
import type { FetchItem } from '../session/fetch-item.ts';
import { readMailboxName } from '../session/mailbox-name.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { refuse, reject } from '../wire/refusal.ts';
import { readFetchItems } from './fetch-items.ts';

const EVENTS: ReadonlyMap<string, NotifyEvent> = new Map([
  ['MESSAGENEW', 'MessageNew'],
  ['MESSAGEEXPUNGE', 'MessageExpunge'],
  ['FLAGCHANGE', 'FlagChange'],
  ['MAILBOXNAME', 'MailboxName'],
  ['SUBSCRIPTIONCHANGE', 'SubscriptionChange'],
]);
const BAD_EVENT = `BADEVENT (${[...EVENTS.values()].join(' ')})`;
const MAX_GROUPS = 100;

/** NOTIFY SET (RFC 5465 §8). Unknown events are NO, other faults BAD. */
export function readEventGroups(session: Session, args: ArgumentReader): readonly EventGroup[] {
  const groups: EventGroup[] = [];
  do {
    args.take(' (');
    groups.push(readGroup(session, args));
    args.take(')');
    if (groups.length > MAX_GROUPS) throw reject('Too many event groups');
  } while (!args.isAtEnd);
  if (groups.filter(isAboutSelected).length > 1) throw reject('SELECTED can be asked for only once');
  return groups;
}

function readGroup(session: Session, args: ArgumentReader): EventGroup {
  const filter = readFilter(session, args);
  args.space();
  const isSelected = filter.kind === 'selected' || filter.kind === 'selected-delayed';
  const events = new Set<NotifyEvent>();
  let fetchItems: readonly FetchItem[] = [];
  if (!args.tryTake('NONE')) {
    args.list(() => {
      const event = readEvent(args);
      events.add(event);
      if (event === 'MessageNew' && isSelected && args.isNext(' (')) {
        args.space();
        fetchItems = readFetchItems(session, args);
      }
    });
    checkEvents(events, { isSelected });
  }
  return { filter, events, fetchItems };
}

function readFilter(session: Session, args: ArgumentReader): MailboxFilter {
  const kind = args.keyword().toLowerCase();
  switch (kind) {
    case 'selected':
    case 'selected-delayed':
    case 'inboxes':
    case 'personal':
    case 'subscribed':
      return { kind };
    case 'subtree':
    case 'mailboxes':
      args.space();
      return { kind, names: readNames(session, args) };
    default:
      throw reject('Unknown mailbox filter');
  }
}

function readNames(session: Session, args: ArgumentReader): readonly string[] {
  if (!args.isNext('(')) return [readMailboxName(session, args)];
  const names = args.list(() => readMailboxName(session, args));
  if (names.length === 0) throw reject('Expected mailbox names');
  return names;
}

function readEvent(args: ArgumentReader): NotifyEvent {
  const event = EVENTS.get(args.keyword());
  if (event === undefined) throw refuse('Unsupported event', BAD_EVENT);
  return event;
}

/** RFC 5465 §5, §6.1. */
function checkEvents(
  events: ReadonlySet<NotifyEvent>,
  { isSelected }: { readonly isSelected: boolean },
): void {
  if (events.size === 0) throw reject('Expected events');
  if (events.has('MessageNew') !== events.has('MessageExpunge')) {
    throw reject('MessageNew and MessageExpunge belong together');
  }
  if (events.has('FlagChange') && !events.has('MessageNew')) {
    throw reject('FlagChange needs MessageNew and MessageExpunge');
  }
  if (isSelected && (events.has('MailboxName') || events.has('SubscriptionChange'))) {
    throw reject('Only message events can be asked of the selected mailbox');
  }
}
