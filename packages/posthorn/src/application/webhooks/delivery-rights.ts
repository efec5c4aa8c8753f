import type { ApiKey } from '../../domain/api-key.ts';
import { type EventBinding, isEventWithin } from '../../domain/event-binding.ts';
import type { MailEvent } from '../../domain/mail-event.ts';
import { isWantedKind, type Webhook } from '../../domain/webhook.ts';

/** Accounts and mail that deliveries may contain. */
export interface DeliveryRights extends EventBinding {
  readonly readsMail: boolean;
}

type BoundWebhook = Pick<Webhook, 'id' | 'accounts'>;

/** True while the key may have webhooks. `now`: milliseconds since 1970. */
export function isKeyAlive(key: ApiKey | null, now: number): key is ApiKey {
  if (key === null || !key.scopes.includes('webhooks')) return false;
  return now < (key.expiresAt ?? Number.POSITIVE_INFINITY);
}

/** Returns what both the webhook and its key allow. */
export function rightsOf({ id: webhook, accounts: named }: BoundWebhook, key: ApiKey): DeliveryRights {
  const { accounts: bound, scopes } = key;
  const own = bound === null ? named : (named ?? bound).filter((id) => bound.includes(id));
  const boundBy = [...(named === null ? [] : [webhook]), ...(bound === null ? [] : [key.id])];
  return { accounts: own && new Set(own), boundBy, readsMail: scopes.includes('mail.read') };
}

/** Checks whether an event is to be delivered. */
export function isWanted(
  { kinds }: Pick<Webhook, 'kinds'>,
  rights: DeliveryRights,
  event: MailEvent,
): boolean {
  return isWantedKind(kinds, event.kind) && isEventWithin(rights, event);
}
