import type { ManagedKeys } from '../../../application/keys/managed-keys.ts';
import type { ApiKey, ApiKeyId } from '../../../domain/api-key.ts';
import { presentApiKey } from '../../../resources/present-api-key.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { DocumentAnswer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { readingRoute, writingRoute } from '../json-api/json-api-route.ts';
import { makerOf } from '../json-api/maker.ts';
import { requireNoTag } from '../json-api/preconditions.ts';
import { expectedVersions, versionState } from '../json-api/row-version.ts';
import { withSecret } from '../json-api/shown-secret.ts';
import { API_KEY_PATH, API_KEYS_PATH } from '../paths.ts';
import { positionPage, readTimePosition, timeLinks } from '../query/position-page.ts';
import { NO_PARAMETERS, together } from '../query/query-reader.ts';
import { showing } from '../query/shown-resources.ts';
import { readChangedResource, readNewResource, requireId } from '../request-document/resource-document.ts';
import { readKeyChange, readNewKey } from './key-request.ts';
import {
  createApiKeyOperation,
  deleteApiKeyOperation,
  getApiKeyOperation,
  listApiKeysOperation,
  updateApiKeyOperation,
} from './operations.ts';

const ACCESS = { login: 'all-accounts', scope: 'keys' } as const;
const TYPE = 'ApiKey';

/** The routes of API keys. */
export function apiKeyRoutes(keys: ManagedKeys): readonly ApiRoute[] {
  return [listApiKeys(keys), createApiKey(keys), getApiKey(keys), updateApiKey(keys), deleteApiKey(keys)];
}

function listApiKeys(keys: ManagedKeys): ApiRoute {
  return readingRoute({
    path: API_KEYS_PATH,
    operation: listApiKeysOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: together({ page: positionPage, shown: showing(TYPE) }),
    async handler(exchange, { page }) {
      const found = await keys.list(makerOf(exchange), {
        after: readTimePosition<ApiKeyId>(page),
        limit: page.limit,
      });
      const links = timeLinks(exchange.link, found.next);
      return {
        kind: 'document',
        document: { data: found.keys.map((key) => presentApiKey(key, exchange)), links },
      };
    },
  });
}

function getApiKey(keys: ManagedKeys): ApiRoute {
  return readingRoute({
    path: API_KEY_PATH,
    operation: getApiKeyOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: showing(TYPE),
    handler: async (exchange) => show(exchange, await keys.get(makerOf(exchange), idIn(exchange))),
  });
}

function createApiKey(keys: ManagedKeys): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: API_KEYS_PATH,
    operation: createApiKeyOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: showing(TYPE),
    async handler(exchange) {
      const values = readNewKey(readNewResource(exchange.request.body, TYPE));
      requireNoTag(exchange);
      const { key, secret } = await keys.create(makerOf(exchange), values);
      const self = exchange.urls.apiKey(key.id);
      const answer = withSecret(show(exchange, key), secret);
      return { ...answer, status: 201, location: self, self: exchange.linkTo(self) };
    },
  });
}

function updateApiKey(keys: ManagedKeys): ApiRoute {
  return writingRoute({
    method: 'PATCH',
    path: API_KEY_PATH,
    operation: updateApiKeyOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: showing(TYPE),
    async handler(exchange) {
      const id = idIn(exchange);
      const resource = readChangedResource(exchange.request.body, TYPE);
      requireId(resource, id);
      const change = readKeyChange(resource);
      const key = await keys.change(makerOf(exchange), { id, change, expected: expectedVersions(exchange) });
      return show(exchange, key);
    },
  });
}

function deleteApiKey(keys: ManagedKeys): ApiRoute {
  return writingRoute({
    method: 'DELETE',
    path: API_KEY_PATH,
    operation: deleteApiKeyOperation,
    access: ACCESS,
    primaryType: TYPE,
    query: NO_PARAMETERS,
    async handler(exchange) {
      await keys.remove(makerOf(exchange), { id: idIn(exchange), expected: expectedVersions(exchange) });
      return { kind: 'no-content' };
    },
  });
}

function show(exchange: Exchange, key: ApiKey): DocumentAnswer {
  return {
    kind: 'document',
    document: { data: presentApiKey(key, exchange) },
    state: versionState(key.epoch),
  };
}

function idIn({ request }: Exchange): ApiKeyId {
  return (request.params as { readonly id: ApiKeyId }).id;
}
