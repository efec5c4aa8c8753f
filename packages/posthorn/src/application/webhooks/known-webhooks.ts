import { createEventId } from '../../domain/events/event-id.ts';
import type { MailEvent } from '../../domain/events/mail-event.ts';
import type { Webhook, WebhookId, WebhookProblem } from '../../domain/events/webhook.ts';
import type { ApiKey, ApiKeyId } from '../../domain/rights/api-key.ts';
import type { ApiKeys } from '../ports/state/api-keys.ts';
import type { Webhooks } from '../ports/state/webhooks.ts';
import { createRecentRows } from '../recent-rows.ts';
import { type DeliveryRights, isKeyAlive, rightsOf } from './delivery-rights.ts';

const MAX_KNOWN = 1_000;
const KEY_ENDED: WebhookProblem = {
  code: 'key-ended',
  detail: 'The API key of the webhook has ended, or may have none any more.',
};

/** Dependencies. */
export interface KnownWebhooksDependencies {
  readonly webhooks: Pick<Webhooks, 'find' | 'disable'>;
  readonly apiKeys: Pick<ApiKeys, 'find'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Webhooks and keys, briefly cached. */
export class KnownWebhooks {
  readonly #webhooks: Pick<Webhooks, 'find' | 'disable'>;
  readonly #now: () => number;
  readonly #rows;
  readonly #keys;

  constructor({ webhooks, apiKeys, now }: KnownWebhooksDependencies) {
    this.#webhooks = webhooks;
    this.#now = now;
    this.#rows = createRecentRows<WebhookId, Webhook>({ find: (id) => webhooks.find(id), max: MAX_KNOWN });
    this.#keys = createRecentRows<ApiKeyId, ApiKey>({ find: (id) => apiKeys.find(id), max: MAX_KNOWN });
  }

  /** Null if disabled or gone. */
  async find(id: WebhookId): Promise<Webhook | null> {
    const webhook = await this.#rows.find(id);
    return webhook?.isEnabled === true ? webhook : null;
  }

  /** If the key has ended, disables the webhook and returns null. */
  async rightsOf(webhook: Webhook): Promise<DeliveryRights | null> {
    return this.rightsWith(webhook, await this.#keys.find(webhook.key));
  }

  /** The same with a key just read, or null. */
  async rightsWith(webhook: Webhook, key: ApiKey | null): Promise<DeliveryRights | null> {
    if (isKeyAlive(key, this.#now())) return rightsOf(webhook, key);
    await this.disable(webhook, KEY_ENDED);
    return null;
  }

  async disable({ id, epoch }: Webhook, problem: WebhookProblem): Promise<void> {
    const at = this.#now();
    const kind = 'webhook.disabled';
    const event: MailEvent = {
      ...{ id: createEventId({ account: null, kind, change: [id, epoch, at] }), account: null, kind, at },
      ...{ message: null, mailbox: null, data: { webhook: id, code: problem.code } },
    };
    await this.#webhooks.disable({ id, problem, event });
    this.forget(id);
  }

  forget(id: WebhookId): void {
    this.#rows.forget(id);
  }

  forgetKey(id: ApiKeyId): void {
    this.#keys.forget(id);
  }
}
