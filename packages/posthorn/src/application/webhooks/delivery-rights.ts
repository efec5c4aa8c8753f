import type { ApiKey } from '../../domain/api-key.ts';
import type { MailAccountId } from '../../domain/mail-account.ts';
import type { EventKind, MailEvent } from '../../domain/mail-event.ts';
import { isWantedKind, type Webhook } from '../../domain/webhook.ts';

/** Accounts and mail that deliveries may contain. */
export interface DeliveryRights {
  /** Null: all. */
  readonly accounts: ReadonlySet<MailAccountId> | null;
  readonly readsMail: boolean;
}

type BoundWebhook = Pick<Webhook, 'accounts'>;

/** True while the key may have webhooks. `now`: milliseconds since 1970. */
export function isKeyAlive(key: ApiKey | null, now: number): key is ApiKey {
  if (key === null || !key.scopes.includes('webhooks')) return false;
  return now < (key.expiresAt ?? Number.POSITIVE_INFINITY);
}

/** Returns what both the webhook and its key allow. */
export function rightsOf({ accounts: named }: BoundWebhook, key: ApiKey): DeliveryRights {
  const { accounts: bound, scopes } = key;
  const own = bound === null ? named : (named ?? bound).filter((id) => bound.includes(id));
  return { accounts: own && new Set(own), readsMail: scopes.includes('mail.read') };
}

/** Checks the account of an event; events without one are for webhooks of all accounts. */
export function isAccountWithin({ accounts }: DeliveryRights, account: MailAccountId | null): boolean {
  return accounts === null || (account !== null && accounts.has(account));
}

/** Checks whether an event is to be delivered. */
export function isWanted(
  { kinds }: Pick<Webhook, 'kinds'>,
  rights: DeliveryRights,
  { account, kind }: Pick<MailEvent, 'account'> & { readonly kind: EventKind },
): boolean {
  return isWantedKind(kinds, kind) && isAccountWithin(rights, account);
}
