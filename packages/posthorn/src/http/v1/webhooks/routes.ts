import type { Webhook } from '../../../domain/events/webhook.ts';
import { presentWebhook } from '../../../resources/present-webhook.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { makerOf } from '../json-api/maker.ts';
import { managedRowRoutes, rowIdIn, showRow } from '../json-api/managed-row-routes.ts';
import { expectedVersions } from '../json-api/row-version.ts';
import { withSecret } from '../json-api/shown-secret.ts';
import { WEBHOOK_PATH, WEBHOOK_SECRET_PATH, WEBHOOKS_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { requireNothingMore } from '../request-document/resource-document.ts';
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

/** Webhook and delivery routes. */
export function webhookRoutes(services: WebhookServices): readonly ApiRoute[] {
  const rows = managedRowRoutes({
    ...{ type: TYPE, access: ACCESS },
    paths: { all: WEBHOOKS_PATH, one: WEBHOOK_PATH },
    operations: {
      list: listWebhooksOperation,
      create: createWebhookOperation,
      get: getWebhookOperation,
      update: updateWebhookOperation,
      delete: deleteWebhookOperation,
    },
    rows: () => services.managed,
    present: presentWebhook,
    urlOf: ({ urls }, id) => urls.webhook(id),
    readNew: readNewWebhook,
    readChange: readWebhookChange,
    refusing: asWebhookRefusal,
  });
  return [...rows, renewSecret(services), ...deliveryRoutes(services)];
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
      const id = rowIdIn<Webhook>(exchange);
      requireNothingMore(exchange.request.body, { type: TYPE, id });
      const renewal = { id, expected: expectedVersions(exchange) };
      const { row, secret } = await services.managed.renewSecret(makerOf(exchange), renewal);
      const answer = withSecret(showRow({ present: presentWebhook }, { exchange, row }), secret);
      return { ...answer, self: exchange.linkTo(exchange.urls.webhook(id)) };
    },
  });
}
