import type { AccountState } from '../accounts/account-status.ts';
import type { StoredAccount } from '../accounts/stored-account.ts';
import { createEventId } from './event-id.ts';
import type { EventKind, MailEvent } from './mail-event.ts';

/** The event of a new version; null where the state announces nothing. `before`: null for a new account. */
export function accountEvent(before: AccountState | null, account: StoredAccount): MailEvent | null {
  const { state, problem, stateSince: at, epoch } = account;
  const kind = kindOf(before, state);
  if (kind === null) return null;
  return eventOf(account, {
    kind,
    at,
    change: [epoch],
    data: { state, ...(problem && { problem: problem.code }) },
  });
}

/** `at`: epoch milliseconds. */
export function accountRemoved(account: Pick<StoredAccount, 'id' | 'createdAt'>, at: number): MailEvent {
  return eventOf(account, { kind: 'account.removed', at, change: [], data: {} });
}

function kindOf(before: AccountState | null, after: AccountState): EventKind | null {
  if (before === after) return null;
  if (after === 'unreachable' || after === 'reauthentication-needed') return `account.${after}`;
  if (after !== 'ok') return null;
  return before === 'unreachable' || before === 'reauthentication-needed'
    ? 'account.recovered'
    : 'account.connected';
}

function eventOf(
  account: Pick<StoredAccount, 'id' | 'createdAt'>,
  { change, ...event }: Pick<MailEvent, 'kind' | 'at' | 'data'> & { readonly change: readonly number[] },
): MailEvent {
  const id = createEventId({ account, kind: event.kind, change });
  return { ...event, id, account: account.id, message: null, mailbox: null };
}
