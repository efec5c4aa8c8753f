import { randomBytes } from 'node:crypto';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { webhookSecretBinding } from '../../domain/accounts/secret-bindings.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { Webhook, WebhookId } from '../../domain/events/webhook.ts';
import type { Delivery, DeliveryId } from '../../domain/events/webhook-delivery.ts';
import type { Secret } from '../../domain/logins/secret.ts';
import type { ApiKey, ApiKeyId } from '../../domain/rights/api-key.ts';
import {
  isExpected,
  listVisible,
  type ManagedRows,
  type NamedRow,
  pageOf,
  type RowChange,
  type RowListRequest,
  type RowPage,
  removeExpected,
  type SecretRow,
} from '../managed-rows.ts';
import type { ReceiverPolicy } from '../ports/network/receiver-policy.ts';
import type { ApiKeys } from '../ports/state/api-keys.ts';
import type { SecretBox } from '../ports/state/secret-box.ts';
import type { DeliveryListRequest, WebhookDeliveries } from '../ports/state/webhook-deliveries.ts';
import type { Webhooks } from '../ports/state/webhooks.ts';
import { isKeyAlive, rightsOf } from './delivery-rights.ts';
import { createWebhookSecret } from './webhook-secret.ts';

/** Webhook values that the maker chooses. */
export type WebhookValues = Pick<Webhook, 'url' | 'kinds' | 'fields' | 'accounts' | 'isEnabled'>;

/**
 * Webhooks visible to a key: those with accounts of its own. Throws `webhook-unknown`,
 * `webhook-delivery-unknown`, `mail-account-unknown` for another key's account, `scope-missing` for fields
 * without `mail.read`, `access-denied` for a key ending too early, `host-not-allowed`, `outdated-version`,
 * `conflict`, `store-unavailable`.
 */
export interface ManagedWebhooks extends ManagedRows<Webhook, WebhookValues> {
  /** A webhook whose key has ended becomes the requesting key's. */
  change(maker: ApiKeyId, change: RowChange<Webhook, WebhookValues>): Promise<Webhook>;
  /** The earlier secret also signs for a day. */
  renewSecret(maker: ApiKeyId, renewal: NamedRow<Webhook>): Promise<SecretRow<Webhook>>;
  listDeliveries(maker: ApiKeyId, request: DeliveryListRequest): Promise<RowPage<Delivery>>;
  redeliver(maker: ApiKeyId, id: DeliveryId): Promise<Delivery>;
}

/** Dependencies. */
export interface ManagedWebhooksDependencies {
  readonly webhooks: Webhooks;
  readonly deliveries: Pick<WebhookDeliveries, 'find' | 'list' | 'redeliver'>;
  readonly apiKeys: Pick<ApiKeys, 'find'>;
  readonly policy: Pick<ReceiverPolicy, 'refusalOf'>;
  readonly secretBox: Pick<SecretBox, 'seal'>;
  readonly onChange: (id: WebhookId) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const ID_OCTETS = 12;
const MAX_ATTEMPTS = 5;
const BOTH_SIGN_MS = 24 * 60 * 60_000;

/** The service. */
export function createManagedWebhooks(dependencies: ManagedWebhooksDependencies): ManagedWebhooks {
  return new Managed(dependencies);
}

class Managed implements ManagedWebhooks {
  readonly #dependencies: ManagedWebhooksDependencies;

  constructor(dependencies: ManagedWebhooksDependencies) {
    this.#dependencies = dependencies;
  }

  async list(maker: ApiKeyId, page: RowListRequest<Webhook>): Promise<RowPage<Webhook>> {
    const { webhooks } = this.#dependencies;
    const key = await this.#findKey(maker);
    const findOwner = onceEach((id: ApiKeyId) => this.#dependencies.apiKeys.find(id));
    return listVisible(page, {
      list: (request) => webhooks.list(request),
      isVisible: (webhook) => this.#isVisible(key, webhook, findOwner),
    });
  }

  async get(maker: ApiKeyId, id: WebhookId): Promise<Webhook> {
    return this.#find(await this.#findKey(maker), { id });
  }

  async create(maker: ApiKeyId, values: WebhookValues): Promise<SecretRow<Webhook>> {
    const { webhooks, now } = this.#dependencies;
    const key = await this.#findKey(maker);
    const own = this.#require(key, values);
    const id = randomBytes(ID_OCTETS).toString('hex') as WebhookId;
    const secret = createWebhookSecret();
    const created: Webhook = {
      ...{ ...own, id, key: maker, problem: null, secret: this.#seal(id, secret) },
      ...{ previousSecret: null, previousEndsAt: null, failingSince: null, pausedUntil: null },
      ...{ createdAt: now(), epoch: 0 },
    };
    const epoch = await webhooks.save(created);
    if (epoch === null) throw accountUnknown();
    this.#dependencies.onChange(id);
    return { row: { ...created, epoch }, secret };
  }

  async change(maker: ApiKeyId, { change, ...named }: RowChange<Webhook, WebhookValues>): Promise<Webhook> {
    const { apiKeys, now } = this.#dependencies;
    const key = await this.#findKey(maker);
    return this.#save(key, named, async (webhook) => {
      const owner = await apiKeys.find(webhook.key);
      const values = this.#require(key, change(webhook));
      const isOwned = isKeyAlive(owner, now());
      if (isOwned && values.url !== webhook.url) requireToLast(key, owner);
      const accounts = isOwned ? this.#require(owner, values).accounts : values.accounts;
      return {
        ...{ ...webhook, ...values, accounts, key: isOwned ? webhook.key : maker },
        problem: values.isEnabled ? null : webhook.problem,
      };
    });
  }

  async remove(maker: ApiKeyId, removal: NamedRow<Webhook>): Promise<void> {
    const { webhooks, onChange } = this.#dependencies;
    const key = await this.#findKey(maker);
    const find = (named: NamedRow<Webhook>) => this.#find(key, named);
    await removeExpected(removal, find, (version) => webhooks.remove(removal.id, version));
    onChange(removal.id);
  }

  async renewSecret(maker: ApiKeyId, renewal: NamedRow<Webhook>): Promise<SecretRow<Webhook>> {
    const { apiKeys, now } = this.#dependencies;
    const secret = createWebhookSecret();
    const key = await this.#findKey(maker);
    const row = await this.#save(key, renewal, async (before) => {
      const owner = await apiKeys.find(before.key);
      if (isKeyAlive(owner, now())) requireToLast(key, owner);
      return {
        ...{ ...before, secret: this.#seal(before.id, secret) },
        ...{ previousSecret: before.secret, previousEndsAt: now() + BOTH_SIGN_MS },
      };
    });
    return { row, secret };
  }

  async listDeliveries(maker: ApiKeyId, request: DeliveryListRequest): Promise<RowPage<Delivery>> {
    await this.get(maker, request.webhook);
    const { limit } = request;
    const found = await this.#dependencies.deliveries.list({ ...request, limit: limit + 1 });
    return pageOf(found, limit);
  }

  async redeliver(maker: ApiKeyId, id: DeliveryId): Promise<Delivery> {
    const { deliveries, now, onChange } = this.#dependencies;
    const key = await this.#findKey(maker);
    const before = await deliveries.find(id);
    const webhook = before && (await this.#dependencies.webhooks.find(before.webhook));
    if (webhook === null || !(await this.#isVisible(key, webhook))) throw deliveryUnknown();
    if (!webhook.isEnabled) throw new MailError('conflict', { detail: 'The webhook is disabled.' });
    const delivery = await deliveries.redeliver(id, now());
    if (delivery === null) throw deliveryUnknown();
    onChange(webhook.id);
    return delivery;
  }

  async #save(
    maker: ApiKey,
    named: NamedRow<Webhook>,
    change: (webhook: Webhook) => Promise<Webhook>,
  ): Promise<Webhook> {
    for (let attempt = 1; ; attempt += 1) {
      const changed = await change(await this.#find(maker, named));
      const epoch = await this.#dependencies.webhooks.save(changed);
      this.#dependencies.onChange(changed.id);
      if (epoch !== null) return this.get(maker.id, changed.id);
      if (attempt === MAX_ATTEMPTS) throw accountUnknown();
    }
  }

  async #findKey(id: ApiKeyId): Promise<ApiKey> {
    const key = await this.#dependencies.apiKeys.find(id);
    if (key !== null) return key;
    throw new MailError('authentication-failed', { detail: 'There is no such API key.' });
  }

  async #find(maker: ApiKey, { id, expected }: NamedRow<Webhook>): Promise<Webhook> {
    const webhook = await this.#dependencies.webhooks.find(id);
    if (webhook === null || !(await this.#isVisible(maker, webhook))) {
      throw new MailError('webhook-unknown', { detail: 'There is no webhook with this id.' });
    }
    if (isExpected(webhook, expected)) return webhook;
    throw new MailError('outdated-version', { detail: 'The webhook has changed since it was read.' });
  }

  async #isVisible(
    { id, accounts: own }: ApiKey,
    webhook: Webhook,
    findOwner: ApiKeys['find'] = (owner) => this.#dependencies.apiKeys.find(owner),
  ): Promise<boolean> {
    if (own === null || id === webhook.key) return true;
    const owner = await findOwner(webhook.key);
    const accounts = [...((owner === null ? webhook.accounts : rightsOf(webhook, owner).accounts) ?? [])];
    return accounts.length > 0 && accounts.every((account) => own.includes(account));
  }

  /** The values; a bound key's accounts if none are named. */
  #require({ accounts: own, scopes }: ApiKey, values: WebhookValues): WebhookValues {
    const { url, fields, accounts } = values;
    const refusal = this.#dependencies.policy.refusalOf(url);
    if (refusal !== null)
      throw new MailError('host-not-allowed', { detail: refusal, member: 'attributes.url' });
    if (fields.length > 0 && !scopes.includes('mail.read')) throw mailReadMissing();
    const isWithin = own === null || (accounts ?? []).every((id) => own.includes(id));
    if (!isWithin) throw accountUnknown();
    return { ...values, accounts: accounts ?? (own as readonly MailAccountId[] | null) };
  }

  #seal(id: WebhookId, secret: Secret): Webhook['secret'] {
    return this.#dependencies.secretBox.seal(secret, webhookSecretBinding(id));
  }
}

/** Remembers findings: one key may have thousands of webhooks, read for others' lists. */
function onceEach<Id, Row>(find: (id: Id) => Promise<Row>): (id: Id) => Promise<Row> {
  const found = new Map<Id, Promise<Row>>();
  return (id) => {
    const row = found.get(id) ?? find(id);
    found.set(id, row);
    return row;
  };
}

/** Else a key would get events, or could sign them, after its end. */
function requireToLast(maker: ApiKey, owner: ApiKey): void {
  const [end, needed] = [maker, owner].map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY);
  if (Number(end) >= Number(needed)) return;
  throw new MailError('access-denied', {
    detail: 'A key that ends before that of the webhook changes neither its url nor its secret.',
  });
}

function deliveryUnknown(): MailError {
  return new MailError('webhook-delivery-unknown', { detail: 'There is no delivery with this id.' });
}

function accountUnknown(): MailError {
  return new MailError('mail-account-unknown', {
    detail: 'The webhook names an account that the API key does not open.',
    member: 'relationships.MailAccounts',
  });
}

function mailReadMissing(): MailError {
  return new MailError('scope-missing', {
    detail: 'Fields of messages need the scope mail.read.',
    tokenProblem: { error: 'insufficient_scope', scope: 'mail.read' },
  });
}
