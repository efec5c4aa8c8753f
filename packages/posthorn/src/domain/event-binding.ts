import type { MailAccountId } from './mail-account.ts';
import type { MailEvent } from './mail-event.ts';

/** The accounts of a reader of events, and the ids of what binds it to them: a key, a webhook, or both. */
export interface EventBinding {
  /** Null: all. */
  readonly accounts: ReadonlySet<MailAccountId> | null;
  readonly boundBy: readonly string[];
}

/**
 * Checks the account of an event; those without one are for readers of all. The end of an account is for those
 * that were bound to it then: a later account of the same id is another.
 */
export function isEventWithin(
  { accounts, boundBy }: EventBinding,
  { account, kind, boundReaders = [] }: Pick<MailEvent, 'account' | 'kind' | 'boundReaders'>,
): boolean {
  if (accounts === null) return true;
  if (kind === 'account.removed')
    return boundBy.length > 0 && boundBy.every((id) => boundReaders.includes(id));
  return account !== null && accounts.has(account);
}
