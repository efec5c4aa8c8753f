import type { MailAccountId } from '../accounts/mail-account.ts';
import type { MailEvent } from './mail-event.ts';

/** A reader's accounts, and the key, webhook or both that bind it to them. */
export interface EventBinding {
  /** Null: all. */
  readonly accounts: ReadonlySet<MailAccountId> | null;
  readonly boundBy: readonly string[];
}

/**
 * Events without an account are for readers of all. A removal is for readers bound to that account: a later
 * one may have its id.
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
