/** The login and the scope of each route. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { renderScopesPage, routesOf } from '../../../../../scripts/scopes-page.ts';
import type { ApiRoute } from '../../../src/http/route/api-route.ts';
import { API_VERSIONS } from '../../../src/http/server/api-versions.ts';
import {
  type JsonApiRoute,
  type WritingRoute,
  writingRoute,
} from '../../../src/http/v1/json-api/json-api-route.ts';
import { NO_PARAMETERS } from '../../../src/http/v1/query/query-reader.ts';

const ROUTES = API_VERSIONS.flatMap(routesOf);
const OPERATION = { operationId: 'getThing', summary: 'Get it', tags: [] };
const ROUTE = { method: 'POST', path: '/Things', operation: OPERATION } as const;
const RULES = { primaryType: 'MessageItem', query: NO_PARAMETERS } as const;

const scopesOf = (isSuitable: (route: ApiRoute) => boolean): readonly string[] => [
  ...new Set(
    ROUTES.filter(isSuitable).map(({ access }) =>
      access.login === 'none' ? 'none' : JSON.stringify(access.scope),
    ),
  ),
];

describe('The scopes of routes', () => {
  it('are exactly those of docs/scopes.md; `npm run docs` rewrites it', () => {
    const page = readFileSync(new URL('../../../../../docs/scopes.md', import.meta.url), 'utf8');

    assert.equal(renderScopesPage(), page);
  });

  it('let nothing be changed or sent by a scope for reading', () => {
    // It compares a digest.
    const isInventory = ({ path }: ApiRoute) => path.endsWith('/inventory');
    const scopes = [
      ...scopesOf((route) => route.method !== 'GET' && route.method !== 'HEAD' && !isInventory(route)),
    ];

    assert.deepEqual(scopes.sort(), ['"accounts"', '"keys"', '"mail.send"', '"mail.write"', '"webhooks"']);
  });

  it('let nothing be sent by a scope for writing', () => {
    const scopes = scopesOf(({ operation }) => operation.operationId.startsWith('send'));

    assert.deepEqual(scopes, ['"mail.send"']);
  });

  it('let mail be read by no other scope', () => {
    const scopes = scopesOf(
      ({ method, path }) => (method === 'GET' || method === 'HEAD') && path.includes('/MailFolders'),
    );

    assert.deepEqual(scopes, ['"mail.read"']);
  });
});

describe('A route', () => {
  it('does not compile without its access', () => {
    // @ts-expect-error: a route without access
    const route: ApiRoute = { ...ROUTE, handler: async () => null };

    assert.equal(route.access, undefined);
  });

  it('does not compile with a login and without a scope', () => {
    // @ts-expect-error: a login without a scope
    const route: ApiRoute = { ...ROUTE, access: { login: 'account' }, handler: async () => null };

    assert.equal(Object.hasOwn(route.access, 'scope'), false);
  });

  it('of version 1 does not compile without a scope either', () => {
    const handler: JsonApiRoute['handler'] = async () => assert.fail();
    // @ts-expect-error: a writing route without access
    const rules: WritingRoute = { ...ROUTE, ...RULES, handler };

    assert.equal(writingRoute(rules).access, undefined);
  });
});
