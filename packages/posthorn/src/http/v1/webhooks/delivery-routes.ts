import type { WebhookId } from '../../../domain/events/webhook.ts';
import type { DeliveryId } from '../../../domain/events/webhook-delivery.ts';
import { presentWebhookDelivery } from '../../../resources/present-webhook.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { readingRoute, writingRoute } from '../json-api/json-api-route.ts';
import { makerOf } from '../json-api/maker.ts';
import { REDELIVER_PATH, WEBHOOK_DELIVERIES_PATH, WEBHOOK_TEST_PATH } from '../paths.ts';
import { foreignCursor, isPosition, positionLinks, positionPage } from '../query/position-page.ts';
import { together } from '../query/query-reader.ts';
import { showing } from '../query/shown-resources.ts';
import { requireNothingMore } from '../request-document/resource-document.ts';
import { listDeliveriesOperation, redeliverOperation, testWebhookOperation } from './delivery-operations.ts';
import type { WebhookServices } from './webhook-services.ts';

const ACCESS = { login: 'all-accounts', scope: 'webhooks' } as const;
const TYPE = 'WebhookDelivery';

/** Delivery routes. */
export function deliveryRoutes(services: WebhookServices): readonly ApiRoute[] {
  return [listDeliveries(services), testWebhook(services), redeliver(services)];
}

function listDeliveries(services: WebhookServices): ApiRoute {
  return readingRoute({
    path: WEBHOOK_DELIVERIES_PATH,
    operation: listDeliveriesOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: together({ page: positionPage, shown: showing(TYPE) }),
    async handler(exchange, { page: { after, limit } }) {
      const { id: webhook } = exchange.request.params as { readonly id: WebhookId };
      const before = readPosition(after);
      const { rows, next } = await services.managed.listDeliveries(makerOf(exchange), {
        webhook,
        before,
        limit,
      });
      const links = positionLinks(exchange.link, next && { position: next.position });
      return {
        kind: 'document',
        document: { data: rows.map((one) => presentWebhookDelivery(one, exchange)), links },
      };
    },
  });
}

function testWebhook(services: WebhookServices): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: WEBHOOK_TEST_PATH,
    operation: testWebhookOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: showing(TYPE),
    async handler(exchange) {
      const { id } = exchange.request.params as { readonly id: WebhookId };
      requireNothingMore(exchange.request.body, { type: 'Webhook', id });
      const delivery = await services.tests.run(makerOf(exchange), id, exchange.signal);
      return {
        kind: 'document',
        document: { data: presentWebhookDelivery(delivery, exchange) },
        self: null,
      };
    },
  });
}

function redeliver(services: WebhookServices): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: REDELIVER_PATH,
    operation: redeliverOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: showing(TYPE),
    async handler(exchange) {
      const { id } = exchange.request.params as { readonly id: DeliveryId };
      requireNothingMore(exchange.request.body, { type: TYPE, id });
      const delivery = await services.managed.redeliver(makerOf(exchange), id);
      return {
        kind: 'document',
        document: { data: presentWebhookDelivery(delivery, exchange) },
        self: null,
      };
    },
  });
}

function readPosition(after: Readonly<Record<string, unknown>> | null): { readonly position: number } | null {
  if (after === null) return null;
  const { position } = after;
  if (!isPosition(position)) throw foreignCursor();
  return { position };
}
