/** The OpenAPI document of one API version, made of the operations of its routes. */
import fastify from 'fastify';
import type { ApiOperation, ApiRoute, ApiVersionTag } from '../route/api-route.ts';
import { finishDocument } from './finish-document.ts';
import type { VersionDescription } from './version-description.ts';

/** Routes that are served below the same paths. */
export interface DescribedService {
  /** The paths, such as `/rest-api-email/v0`; the one to prefer comes first. */
  readonly prefixes: readonly string[];
  readonly routes: readonly ApiRoute[];
}

/** What logins consist of, apart from a user name and a password. */
export interface DescribedLogins {
  readonly hasTokens: boolean;
  readonly hasConnectionData: boolean;
}

export interface DocumentInput {
  readonly tag: ApiVersionTag;
  readonly description: VersionDescription;
  /** What stands before the services' paths: the address of the installation, or its path; may be empty. */
  readonly base: string;
  /** The email service first: its paths are those of the whole document, others stand with their operations. */
  readonly services: readonly [DescribedService, ...DescribedService[]];
  /** What logins consist of here; left out: all that the API knows. */
  readonly logins?: DescribedLogins | undefined;
}

const SECURITY_SCHEMES = {
  basicAuth: {
    type: 'http',
    scheme: 'basic',
    description: 'The login of the mail account: the user name and the password that its mail server takes.',
  },
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An OAuth access token of the mailbox, which the mail server takes by OAUTHBEARER or XOAUTH2. The user is named in ' +
      '`X-Mail-User`, or in `X-CNMAIL-DATA` as `user`.',
  },
  mailUser: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Mail-User',
    description: 'The user name of the mailbox that a token is for.',
  },
  mailAuth: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Mail-Auth',
    description:
      '`bearer` says that the password of Basic credentials is an access token, for clients that can do Basic only. In ' +
      '`X-CNMAIL-DATA` the member is `inbox_auth`.',
  },
  connectionData: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CNMAIL-DATA',
    description:
      'With `AUTH_PROVIDER=local-mail-account`: the mail servers of the account, a JSON object in base64 with ' +
      '`inbox_address`, `inbox_port`, `inbox_ssl` and, for sending, `outbox_address`, `outbox_port`, ' +
      '`outbox_secure` (`ssl`, `tls`, `starttls`), `outbox_user`, `outbox_password`; for a token `user`, or `inbox_auth`. ' +
      'With `AUTH_PROVIDER=single-imap-user` the server knows them, and the header is not needed.',
  },
} as const;

type Alternative = Readonly<Record<string, string[]>>;
const EVERYTHING: DescribedLogins = { hasTokens: true, hasConnectionData: true };

/** One of them: which, depends on the auth provider of the installation. */
const LOGIN: readonly Alternative[] = [
  { basicAuth: [] },
  { basicAuth: [], connectionData: [] },
  { bearerAuth: [], mailUser: [] },
  { bearerAuth: [], connectionData: [] },
  { basicAuth: [], mailAuth: [] },
];

/**
 * The document (OpenAPI 3.1). It is written on a server of its own that never listens: so it holds the routes of
 * this version only, and the server that answers requests does not take the descriptions for rules. Fastify
 * would check requests by them, and cut from answers what they do not mention.
 */
export async function createDocument({
  tag,
  description,
  base,
  services,
  logins,
}: DocumentInput): Promise<object> {
  const operations = new Map(
    services.flatMap((service) => describeRoutes(service, { isMain: service === services[0], base })),
  );
  // Loaded with the first document: most servers are never asked for one.
  const { default: swagger } = await import('@fastify/swagger');
  const app = fastify({ exposeHeadRoutes: false });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: description.title,
        version: tag,
        description: description.text,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: toServers(services[0], base),
      security: loginsOf(logins),
      tags: description.tags.map((group) => ({ ...group })),
      components: {
        schemas: structuredClone(description.schemas),
        examples: structuredClone(description.examples),
        securitySchemes: { ...schemesOf(loginsOf(logins)) },
      },
    },
    exposeHeadRoutes: true,
    stripBasePath: false,
    convertConstToEnum: false,
    transform: ({ url, route }) => ({ url, schema: operations.get(routeKey(route.method, url)) ?? {} }),
  });
  for (const { method, path } of services.flatMap(({ routes }) => routes)) {
    app.route({ method, url: path, handler: async () => null });
  }
  await app.ready();
  const document = finishDocument(app.swagger() as object, operations.values());
  await app.close();
  return document;
}

/** Generated clients that ask for one secret send it by every scheme, so that those without use here would be refused. */
function loginsOf({ hasTokens, hasConnectionData }: DescribedLogins = EVERYTHING): Alternative[] {
  return LOGIN.filter(
    (schemes) =>
      (hasTokens || !('bearerAuth' in schemes || 'mailAuth' in schemes)) &&
      (hasConnectionData || !('connectionData' in schemes)),
  );
}

function schemesOf(logins: readonly Alternative[]): Partial<typeof SECURITY_SCHEMES> {
  const used = new Set(logins.flatMap((schemes) => Object.keys(schemes)));
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => used.has(name)));
}

/** Copies of the operations, which the plugin changes, with what the service and the login add to them. */
function describeRoutes(
  service: DescribedService,
  { isMain, base }: { readonly isMain: boolean; readonly base: string },
): readonly [string, ApiOperation][] {
  return service.routes.map(({ method, path, operation, login }) => [
    routeKey(method, path),
    {
      ...structuredClone(operation),
      ...(login === 'none' && { security: [] }),
      ...(!isMain && { servers: toServers(service, base) }),
    },
  ]);
}

function routeKey(method: string | string[], path: string): string {
  return `${[method].flat().join()} ${path}`;
}

function toServers({ prefixes }: DescribedService, base: string): { url: string }[] {
  return prefixes.map((prefix) => ({ url: base + prefix || '/' }));
}
