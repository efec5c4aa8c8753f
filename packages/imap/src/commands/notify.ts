import type { CommandRunner } from '../connection/command.ts';
import type { MailboxStatusResponse, UntaggedResponse } from '../responses/response.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { toAstring } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';
import { type FetchItem, formatFetchItems } from './fetch-items.ts';

/** Mailboxes of an event group (RFC 5465 §6), names encoded. */
export type NotifiedMailboxes =
  | 'selected'
  | 'selected-delayed'
  | 'inboxes'
  | 'personal'
  | 'subscribed'
  | { readonly subtree: readonly string[] }
  | { readonly mailboxes: readonly string[] };

/** RFC 5465 §5. `MessageNew` and `MessageExpunge` need each other; other message events need both. */
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
  /** Empty excludes these mailboxes from later groups. */
  readonly events: readonly NotifiedEvent[];
  /** For the selected mailbox only. */
  readonly newMessageItems?: readonly FetchItem[];
}

/** Replaces all earlier requests. */
export interface NotifyRequest {
  /** The first group naming a mailbox counts. */
  readonly groups: readonly NotifyGroup[];
  readonly asksStatus?: boolean;
}

const OCTETS_PER_MAILBOX = 4096;

/**
 * NOTIFY (RFC 5465). Events go to the connection's listener. Throws CommandRefused `BADEVENT` for unsupported
 * events. Needs NOTIFY.
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

/** NOTIFY NONE (RFC 5465). */
export async function notifyNone(runner: CommandRunner, signal: AbortSignal): Promise<void> {
  await runner.run(
    { name: 'NOTIFY', parts: ['NOTIFY NONE'], budget: budgetFor(1, 0), concurrency: 'alone' },
    signal,
  );
}

/** The server ended all notifications (RFC 5465 §5.8). */
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
