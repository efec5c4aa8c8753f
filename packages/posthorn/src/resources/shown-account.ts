import type { AccountStatus } from '../domain/accounts/account-status.ts';
import type { InboxServer, MailAccount, OutboxServer } from '../domain/accounts/mail-account.ts';
import type { StoredAccount } from '../domain/accounts/stored-account.ts';

/** An account without secrets, of a person's login or connected. */
export interface ShownAccount extends Pick<MailAccount, 'id' | 'name' | 'from' | 'replyTo' | 'roots'> {
  readonly login: { readonly user: string };
  /** Null: only sends. */
  readonly inbox: InboxServer | null;
  readonly outbox?: Omit<OutboxServer, 'login'> & { readonly login: { readonly user: string } };
  /** Of a connected account. */
  readonly status?: AccountStatus;
}

/** A connected account as shown. */
export function toShownAccount(account: StoredAccount): ShownAccount {
  const { id, name, from, replyTo, roots, inbox, outbox, login, outboxLogin } = account;
  return {
    ...{ id, name, from, replyTo, roots, inbox, login: { user: login.user }, status: account },
    ...(outbox !== null && { outbox: { ...outbox, login: { user: (outboxLogin ?? login).user } } }),
  };
}
