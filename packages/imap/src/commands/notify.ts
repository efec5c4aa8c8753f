/** NOTIFY: the server reports events in other mailboxes too, without polling (RFC 5465). */
import type { CommandRunner } from '../connection/command.ts';
import type { MailboxStatusResponse, UntaggedResponse } from '../responses/response.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { toAstring } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';
import { type FetchItem, formatFetchItems } from './fetch-items.ts';

/** Which mailboxes a group of events is about (RFC 5465 §6). Names are encoded ones. */
export type NotifiedMailboxes =
  | 'selected'
  | 'selected-delayed'
  | 'inboxes'
  | 'personal'
  | 'subscribed'
  | { readonly subtree: readonly string[] }
  | { readonly mailboxes: readonly string[] };

/** RFC 5465 §5. `MessageNew` and `MessageExpunge` go together, and the other events of messages with them. */
export type NotifiedEvent =
  | 'MessageNew'
  | 'MessageExpunge'
  | 'FlagChange'
  | 'AnnotationChange'
  | 'MailboxName'
  | 'SubscriptionChange'
  | 'MailboxMetadataChange'
  | 'ServerMetadataChange';

/** Events of some mailboxes. */
export interface NotifyGroup {
  readonly mailboxes: NotifiedMailboxes;
  /** Empty for mailboxes that a later group is not to include. */
  readonly events: readonly NotifiedEvent[];
  /** What the server fetches of each new message; for the selected mailbox only. */
  readonly newMessageItems?: readonly FetchItem[];
}

/** All events that the server reports from now on. */
export interface NotifyRequest {
  /** The first group that names a mailbox counts for it. */
  readonly groups: readonly NotifyGroup[];
  /** True: the server sends the STATUS of each mailbox before its OK. */
  readonly asksStatus?: boolean;
}

/** Octets of the STATUS response of one mailbox. */
const OCTETS_PER_MAILBOX = 4096;

/**
 * Replaces the events that are reported. Returns the statuses that `asksStatus` asked for. Events come as untagged responses to the connection's
 * listener: STATUS and LIST for other mailboxes, EXISTS, EXPUNGE and FETCH for the selected one. Throws CommandRefused, with the code
 * BADEVENT where the server does not know an event. Needs NOTIFY.
 */
export async function notify(
  runner: CommandRunner,
  { groups, asksStatus = false }: NotifyRequest,
  signal: AbortSignal,
): Promise<readonly MailboxStatusResponse[]> {
  const statuses: MailboxStatusResponse[] = [];
  const parts = groups.flatMap(formatGroup);
  await runner.run(
    {
      name: 'NOTIFY',
      parts: [`NOTIFY SET${asksStatus ? ' STATUS' : ''}`, ...parts],
      budget: budgetFor(runner.bounds.mailboxes, OCTETS_PER_MAILBOX),
      concurrency: 'alone',
      onResponse: (response) => {
        if (!asksStatus || response.kind !== 'mailbox-status') return false;
        statuses.push(response);
        return true;
      },
    },
    signal,
  );
  return statuses;
}

/** Ends all notifications, including those of the selected mailbox. */
export async function notifyNone(runner: CommandRunner, signal: AbortSignal): Promise<void> {
  await runner.run(
    { name: 'NOTIFY', parts: ['NOTIFY NONE'], budget: budgetFor(1, 0), concurrency: 'alone' },
    signal,
  );
}

/** True for `NOTIFICATIONOVERFLOW`: the server has ended all notifications, as after NOTIFY NONE (RFC 5465 §5.8). */
export function isNotificationOverflow(response: UntaggedResponse): boolean {
  return response.kind === 'status' && response.code?.name === 'NOTIFICATIONOVERFLOW';
}

function formatGroup({ mailboxes, events, newMessageItems }: NotifyGroup): readonly CommandPart[] {
  const names = events.map((event) =>
    event === 'MessageNew' && newMessageItems ? `${event} ${formatFetchItems(newMessageItems)}` : event,
  );
  const told = names.length === 0 ? 'NONE' : `(${names.join(' ')})`;
  return [' (', ...formatMailboxes(mailboxes), ` ${told})`];
}

function formatMailboxes(mailboxes: NotifiedMailboxes): readonly CommandPart[] {
  if (typeof mailboxes === 'string') return [mailboxes];
  const [filter, names] =
    'subtree' in mailboxes ? ['subtree', mailboxes.subtree] : ['mailboxes', mailboxes.mailboxes];
  const parts = names.flatMap((name, index) => (index === 0 ? [toAstring(name)] : [' ', toAstring(name)]));
  return [`${filter} (`, ...parts, ')'];
}
