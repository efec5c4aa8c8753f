import { type EventBinding, isEventWithin } from '../../domain/events/event-binding.ts';
import type { MailEvent } from '../../domain/events/mail-event.ts';
import { isWantedKind, type Webhook } from '../../domain/events/webhook.ts';
import type { ApiKey } from '../../domain/rights/api-key.ts';

/** Accounts and mail allowed in deliveries. */
export interface DeliveryRights extends EventBinding {
  readonly readsMail: boolean;
}

type BoundWebhook = Pick<Webhook, 'id' | 'accounts'>;

/** True while the key may have webhooks. `now`: epoch milliseconds. */
export function isKeyAlive(key: ApiKey | null, now: number): key is ApiKey {
  if (key === null || !key.scopes.includes('webhooks')) return false;
  return now < (key.expiresAt ?? Number.POSITIVE_INFINITY);
}

/** The rights of both webhook and key. */
export function rightsOf({ id: webhook, accounts: named }: BoundWebhook, key: ApiKey): DeliveryRights {
  const { accounts: bound, scopes } = key;
  const own = bound === null ? named : (named ?? bound).filter((id) => bound.includes(id));
  const boundBy = [...(named === null ? [] : [webhook]), ...(bound === null ? [] : [key.id])];
  return { accounts: own && new Set(own), boundBy, readsMail: scopes.includes('mail.read') };
}

/** True for an event to deliver. */
export function isWanted(
  { kinds }: Pick<Webhook, 'kinds'>,
  rights: DeliveryRights,
  event: MailEvent,
): boolean {
  return isWantedKind(kinds, event.kind) && isEventWithin(rights, event);
}
