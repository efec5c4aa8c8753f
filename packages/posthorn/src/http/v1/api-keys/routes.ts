import type { ManagedKeys } from '../../../application/keys/managed-keys.ts';
import { presentApiKey } from '../../../resources/present-api-key.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { managedRowRoutes } from '../json-api/managed-row-routes.ts';
import { API_KEY_PATH, API_KEYS_PATH } from '../paths.ts';
import { readKeyChange, readNewKey } from './key-request.ts';
import {
  createApiKeyOperation,
  deleteApiKeyOperation,
  getApiKeyOperation,
  listApiKeysOperation,
  updateApiKeyOperation,
} from './operations.ts';

/** API key routes. */
export function apiKeyRoutes(keys: ManagedKeys): readonly ApiRoute[] {
  return managedRowRoutes({
    type: 'ApiKey',
    access: { login: 'all-accounts', scope: 'keys' },
    paths: { all: API_KEYS_PATH, one: API_KEY_PATH },
    operations: {
      list: listApiKeysOperation,
      create: createApiKeyOperation,
      get: getApiKeyOperation,
      update: updateApiKeyOperation,
      delete: deleteApiKeyOperation,
    },
    rows: () => keys,
    present: presentApiKey,
    urlOf: ({ urls }, id) => urls.apiKey(id),
    readNew: readNewKey,
    readChange: readKeyChange,
  });
}
