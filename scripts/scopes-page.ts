/** Writes the page of the documentation on scopes, from the routes of all versions. */
import type { RequiredScope } from '../packages/posthorn/src/domain/rights/principal.ts';
import type { ApiRoute } from '../packages/posthorn/src/http/route/api-route.ts';
import type { HttpServices } from '../packages/posthorn/src/http/route/http-services.ts';
import { API_VERSIONS } from '../packages/posthorn/src/http/server/api-versions.ts';

const HEAD = `# Scopes

Each address needs one scope, or one of several. The login of a person has \`mail.read\`, \`mail.write\` and \`mail.send\` for its own
accounts. Credentials without the scope get 403 [\`scope-missing\`](errors.md), before the body is read; \`meta.scope\` of version 1 names it.
`;

/** Names of path parameters in routes. */
const PARAMETER = /:(\w+)/g;

/** The page as Markdown: one table for each version, one row for each route. */
export function renderScopesPage(): string {
  return [HEAD, ...API_VERSIONS.map(renderVersion)].join('\n');
}

/** The routes of each version. No handler runs, so that none of their services is needed. */
export function routesOf({ createRoutes }: (typeof API_VERSIONS)[number]): readonly ApiRoute[] {
  return createRoutes({} as HttpServices, { authPath: '', listMaxRows: 1, requestTimeoutMs: 1 });
}

function renderVersion(version: (typeof API_VERSIONS)[number]): string {
  const rows = routesOf(version).map(renderRow);
  const number = version.tag.slice(1);
  return [`## Version ${number}\n`, '| request | scope |', '|---|---|', ...rows, ''].join('\n');
}

function renderRow({ method, path, access }: ApiRoute): string {
  const scope = access.login === 'none' ? 'none, and no login' : renderScope(access.scope);
  const link = access.login === 'account-or-ticket' ? ', or a download link' : '';
  const key = access.login === 'key' ? ', by API key' : '';
  return `| \`${method} ${path.replace(PARAMETER, '{$1}')}\` | ${scope}${link}${key} |`;
}

function renderScope(scope: RequiredScope): string {
  const scopes = typeof scope === 'string' ? [scope] : scope.anyOf;
  return scopes.map((name) => `\`${name}\``).join(' or ');
}
