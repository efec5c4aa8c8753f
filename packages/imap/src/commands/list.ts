import type { CommandRunner } from '../connection/command.ts';
import type { ListResponse, MailboxStatusResponse, UntaggedResponse } from '../responses/response.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { toAstring } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';
import type { StatusItem } from './status.ts';

/** Mailboxes and wanted data. */
export interface ListRequest {
  /** Encoded, with the wildcards `*` and `%`. */
  readonly pattern: string;
  /** RFC 5258 §3.1. */
  readonly isSubscribed?: boolean;
  /** If any is requested, servers may omit others. */
  readonly returns?: readonly ('SUBSCRIBED' | 'CHILDREN' | 'SPECIAL-USE' | 'MYRIGHTS')[];
  /** RFC 5819. */
  readonly statusItems?: readonly StatusItem[];
}

/** In the server's order. */
export interface MailboxList {
  readonly mailboxes: readonly ListResponse[];
  /** One per mailbox. */
  readonly statuses: readonly MailboxStatusResponse[];
}

/** 1,000 octets of name, and attributes. */
const OCTETS_PER_MAILBOX = 2048;

/** LIST (RFC 9051 §6.3.9). Throws BoundExceeded above `Bounds.mailboxes`. */
export function list(runner: CommandRunner, request: ListRequest, signal: AbortSignal): Promise<MailboxList> {
  const { pattern, isSubscribed = false } = request;
  const selection = isSubscribed ? '(SUBSCRIBED) ' : '';
  const parts = [`LIST ${selection}"" `, toAstring(pattern), returnOptions(request)];
  return collect(runner, { name: 'LIST', parts, hasStatuses: request.statusItems !== undefined }, signal);
}

/** LSUB (RFC 3501 §6.3.9), for servers without LIST-EXTENDED. */
export function lsub(runner: CommandRunner, pattern: string, signal: AbortSignal): Promise<MailboxList> {
  return collect(
    runner,
    { name: 'LSUB', parts: ['LSUB "" ', toAstring(pattern)], hasStatuses: false },
    signal,
  );
}

function returnOptions({ returns = [], statusItems }: ListRequest): string {
  const options = [...returns, ...(statusItems ? [`STATUS (${statusItems.join(' ')})`] : [])];
  return options.length === 0 ? '' : ` RETURN (${options.join(' ')})`;
}

interface Listing {
  readonly name: 'LIST' | 'LSUB';
  readonly parts: readonly CommandPart[];
  readonly hasStatuses: boolean;
}

async function collect(
  runner: CommandRunner,
  { name, parts, hasStatuses }: Listing,
  signal: AbortSignal,
): Promise<MailboxList> {
  const limit = runner.bounds.mailboxes;
  const mailboxes: ListResponse[] = [];
  const statuses = new Map<string, MailboxStatusResponse>();
  const take = (response: UntaggedResponse): boolean => {
    if (response.kind === 'list') return Boolean(mailboxes.push(response));
    if (response.kind !== 'mailbox-status') return false;
    // NOTIFY reports STATUS with fewer items.
    const { raw } = response.mailbox;
    statuses.set(raw, { ...statuses.get(raw), ...response });
    return true;
  };
  await runner.run(
    {
      name,
      parts,
      budget: budgetFor(hasStatuses ? 2 * limit : limit, OCTETS_PER_MAILBOX),
      concurrency: 'one LIST',
      onResponse: take,
    },
    signal,
  );
  return { mailboxes, statuses: [...statuses.values()] };
}
