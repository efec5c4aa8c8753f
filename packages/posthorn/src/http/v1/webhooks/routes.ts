import type { Webhook, WebhookId } from '../../../domain/webhook.ts';
import { presentWebhook } from '../../../resources/present-webhook.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { DocumentAnswer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { readingRoute, writingRoute } from '../json-api/json-api-route.ts';
import { makerOf } from '../json-api/maker.ts';
import { requireNoTag } from '../json-api/preconditions.ts';
import { expectedVersions, versionState } from '../json-api/row-version.ts';
import { withSecret } from '../json-api/shown-secret.ts';
import { WEBHOOK_PATH, WEBHOOK_SECRET_PATH, WEBHOOKS_PATH } from '../paths.ts';
import { positionPage, readTimePosition, timeLinks } from '../query/position-page.ts';
import { NO_PARAMETERS, together } from '../query/query-reader.ts';
import { showing } from '../query/shown-resources.ts';
import {
  readChangedResource,
  readNewResource,
  requireId,
  requireNothingMore,
} from '../request-document/resource-document.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import {
  createWebhookOperation,
  deleteWebhookOperation,
  getWebhookOperation,
  listWebhooksOperation,
  renewSecretOperation,
  updateWebhookOperation,
} from './operations.ts';
import { asWebhookRefusal } from './webhook-refusal.ts';
import { readNewWebhook, readWebhookChange } from './webhook-request.ts';
import type { WebhookServices } from './webhook-services.ts';

const ACCESS = { login: 'all-accounts', scope: 'webhooks' } as const;
const TYPE = 'Webhook';

/** The routes of webhooks and their deliveries. */
export function webhookRoutes(services: WebhookServices): readonly ApiRoute[] {
  return [
    listWebhooks(services),
    createWebhook(services),
    getWebhook(services),
    updateWebhook(services),
    deleteWebhook(services),
    renewSecret(services),
    ...deliveryRoutes(services),
  ];
}

function listWebhooks(services: WebhookServices): ApiRoute {
  return readingRoute({
    path: WEBHOOKS_PATH,
    operation: listWebhooksOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: together({ page: positionPage, shown: showing(TYPE) }),
    async handler(exchange, { page }) {
      const found = await services.managed.list(makerOf(exchange), {
        after: readTimePosition<WebhookId>(page),
        limit: page.limit,
      });
      const links = timeLinks(exchange.link, found.next);
      return {
        kind: 'document',
        document: { data: found.webhooks.map((one) => presentWebhook(one, exchange)), links },
      };
    },
  });
}

function getWebhook(services: WebhookServices): ApiRoute {
  return readingRoute({
    path: WEBHOOK_PATH,
    operation: getWebhookOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: showing(TYPE),
    handler: async (exchange) =>
      show(exchange, await services.managed.get(makerOf(exchange), idIn(exchange))),
  });
}

function createWebhook(services: WebhookServices): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: WEBHOOKS_PATH,
    operation: createWebhookOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: showing(TYPE),
    async handler(exchange) {
      const values = readNewWebhook(readNewResource(exchange.request.body, TYPE));
      requireNoTag(exchange);
      const { webhook, secret } = await asWebhookRefusal(services.managed.create(makerOf(exchange), values));
      const self = exchange.urls.webhook(webhook.id);
      const answer = withSecret(show(exchange, webhook), secret);
      return { ...answer, status: 201, location: self, self: exchange.linkTo(self) };
    },
  });
}

function updateWebhook(services: WebhookServices): ApiRoute {
  return writingRoute({
    method: 'PATCH',
    path: WEBHOOK_PATH,
    operation: updateWebhookOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: showing(TYPE),
    async handler(exchange) {
      const id = idIn(exchange);
      const resource = readChangedResource(exchange.request.body, TYPE);
      requireId(resource, id);
      const change = readWebhookChange(resource);
      const expected = expectedVersions(exchange);
      const changed = services.managed.change(makerOf(exchange), { id, change, expected });
      return show(exchange, await asWebhookRefusal(changed));
    },
  });
}

function deleteWebhook(services: WebhookServices): ApiRoute {
  return writingRoute({
    method: 'DELETE',
    path: WEBHOOK_PATH,
    operation: deleteWebhookOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: NO_PARAMETERS,
    async handler(exchange) {
      const removal = { id: idIn(exchange), expected: expectedVersions(exchange) };
      await services.managed.remove(makerOf(exchange), removal);
      return { kind: 'no-content' };
    },
  });
}

function renewSecret(services: WebhookServices): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: WEBHOOK_SECRET_PATH,
    operation: renewSecretOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: showing(TYPE),
    async handler(exchange) {
      const id = idIn(exchange);
      requireNothingMore(exchange.request.body, { type: TYPE, id });
      const renewal = { id, expected: expectedVersions(exchange) };
      const { webhook, secret } = await services.managed.renewSecret(makerOf(exchange), renewal);
      const answer = withSecret(show(exchange, webhook), secret);
      return { ...answer, self: exchange.linkTo(exchange.urls.webhook(id)) };
    },
  });
}

function show(exchange: Exchange, webhook: Webhook): DocumentAnswer {
  return {
    kind: 'document',
    document: { data: presentWebhook(webhook, exchange) },
    state: versionState(webhook.epoch),
  };
}

function idIn({ request }: Exchange): WebhookId {
  return (request.params as { readonly id: WebhookId }).id;
}
