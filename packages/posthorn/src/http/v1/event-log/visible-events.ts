import type { MailEvent } from '../../../domain/mail-event.ts';
import { mayOpen, type Principal } from '../../../domain/principal.ts';

/** True for the events of the key's accounts; those of no account are for keys that open all. */
export function isVisibleTo(principal: Principal, { account }: MailEvent): boolean {
  return account === null ? principal.accounts === 'all' : mayOpen(principal, account);
}
