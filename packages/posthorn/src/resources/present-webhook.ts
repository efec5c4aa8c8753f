import type { Webhook } from '../domain/events/webhook.ts';
import { presentersOf } from './attributes/attribute.ts';
import { webhookAttributes } from './attributes/webhook-attributes.ts';
import { type ShownDelivery, webhookDeliveryAttributes } from './attributes/webhook-delivery-attributes.ts';
import { boundAccounts } from './bound-accounts.ts';
import type { FieldOf } from './identifiers/resource-types.ts';
import type { ResourceUrls } from './identifiers/resource-urls.ts';
import type { Relationship, Resource } from './json-api-document.ts';
import { type Presentation, presentResource } from './present-resource.ts';

interface WebhookView {
  readonly webhook: Webhook;
  readonly urls: ResourceUrls;
}

const VALUES = {
  ...presentersOf(webhookAttributes),
  MailAccounts: ({ webhook }) => boundAccounts(webhook.accounts),
  deliveries: ({ webhook, urls }): Relationship => ({
    links: { related: urls.webhookDeliveries(webhook.id) },
  }),
} satisfies Record<FieldOf<'Webhook'>, (view: WebhookView) => unknown>;

/** A webhook without its secret. */
export function presentWebhook(webhook: Webhook, { fields, urls }: Presentation): Resource {
  return presentResource({
    ...{ type: 'Webhook', id: webhook.id, self: urls.webhook(webhook.id) },
    ...{ mask: fields.Webhook, values: VALUES, view: { webhook, urls } },
  });
}

interface DeliveryView {
  readonly delivery: ShownDelivery;
  readonly urls: ResourceUrls;
}

const DELIVERY_VALUES = {
  ...presentersOf(webhookDeliveryAttributes),
  Event: ({ delivery: { event } }) => event && { data: { type: 'Event', id: event } },
  Webhook: ({ delivery: { webhook }, urls }) =>
    webhook && { links: { related: urls.webhook(webhook) }, data: { type: 'Webhook', id: webhook } },
} satisfies Record<FieldOf<'WebhookDelivery'>, (view: DeliveryView) => unknown>;

/** A delivery, which has no address. */
export function presentWebhookDelivery(delivery: ShownDelivery, { fields, urls }: Presentation): Resource {
  return presentResource({
    ...{ type: 'WebhookDelivery', id: delivery.id, self: undefined },
    ...{ mask: fields.WebhookDelivery, values: DELIVERY_VALUES, view: { delivery, urls } },
  });
}
