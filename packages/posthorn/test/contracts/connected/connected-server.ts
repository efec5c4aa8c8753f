/** A whole server with a store: what connected accounts are tested with. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { assertJsonApi } from '../../../../relfield/test/support/json-api-schema.ts';
import type { OpenStore } from '../../../src/adapters/database/open-store.ts';
import { createPosthorn, type Posthorn } from '../../../src/composition/create-posthorn.ts';
import { openStore } from '../../../src/composition/open-store.ts';
import type { Configuration, Overrides } from '../../../src/composition/services.ts';
import { readSettings } from '../../../src/config/load-settings.ts';
import { parseSecretsKeys, renderNewKey } from '../../../src/config/secrets-keys.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../../../src/domain/accounts/mail-server-entry.ts';
import type { ApiKeyScope } from '../../../src/domain/rights/api-key.ts';
import { createAnswerCheck, describedPath, readDocument } from '../../http/openapi/described-answers.ts';

export const V1 = '/rest-api-email/v1';
export const V0 = '/rest-api-email/v0';
const PLAIN = 'application/vnd.api+json';
const description = readDocument('v1');
const errorsOf = createAnswerCheck(description);

/** A request by key; the default key has all scopes. */
export interface KeyRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base of version 1, or the whole address. */
  readonly url: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly document?: unknown;
  /** Any other body. */
  readonly payload?: string;
}

export interface KeyAnswer {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
  readonly body: any;
  /** The first error as `[status, code, pointer or parameter]`. */
  readonly error: readonly unknown[];
}

export interface ConnectedServer {
  readonly posthorn: Posthorn;
  readonly store: OpenStore;
  readonly configuration: Configuration;
  readonly file: string;
  /** Makes a key; all scopes of mail and `accounts` by default, for all accounts. */
  makeKey(options?: {
    readonly scopes?: readonly ApiKeyScope[];
    readonly accounts?: readonly string[];
  }): Promise<string>;
  ask(request: KeyRequest): Promise<KeyAnswer>;
  close(): Promise<void>;
}

export interface ConnectedServerOptions {
  /** The operator's servers: any address is allowed for them. */
  readonly servers?: readonly {
    readonly imapPort: number;
    readonly smtpPort?: number | undefined;
    readonly host?: string;
    readonly isTls?: boolean;
  }[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly overrides?: Overrides;
  readonly extraRoots?: readonly string[];
  readonly oauth?: Configuration['oauth'];
}

const SCOPES: readonly ApiKeyScope[] = ['mail.read', 'mail.write', 'mail.send', 'accounts'];

/** Starts it over a database file of its own. Close it. */
export async function startConnectedServer(options: ConnectedServerOptions = {}): Promise<ConnectedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-connected-'));
  const file = join(folder, 'p.db');
  const settings = readSettings({
    ...{ AUTH_PROVIDER: 'single-imap-user', LOG_LEVEL: 'silent', PORT: '0' },
    APP_DATABASE_URL: `file:${file}`,
    ...options.settings,
  });
  const configuration: Configuration = {
    settings,
    mailServers: (options.servers ?? []).map(toEntry),
    extraRoots: options.extraRoots ?? [],
    secretsKeys: parseSecretsKeys(renderNewKey('one'), 'APP_SECRETS_KEYS'),
    oauth: options.oauth,
  };
  const store = await openStore(configuration, { isServer: true });
  assert.ok(store);
  const posthorn = createPosthorn(configuration, options.overrides, { store });
  const makeKey: ConnectedServer['makeKey'] = async ({ scopes = SCOPES, accounts = null } = {}) => {
    const made = await posthorn.services.managedKeys?.create(null, {
      ...{ name: 'test', scopes, networks: [], expiresAt: null, agentSends: null },
      accounts: accounts as readonly MailAccountId[] | null,
    });
    return made?.secret.reveal() ?? '';
  };
  const defaultKey = await makeKey();
  return {
    ...{ posthorn, store, configuration, file, makeKey },

    async ask({ method = 'GET', url, key = defaultKey, headers = {}, document, payload }) {
      const body = document === undefined ? payload : JSON.stringify(document);
      const answer = await posthorn.server.inject({
        method,
        url: url.startsWith('/rest-api-email') ? url : `${V1}${url}`,
        headers: {
          authorization: `Bearer ${key}`,
          ...(document !== undefined && { 'content-type': PLAIN }),
          ...headers,
        },
        ...(body !== undefined && { payload: body }),
      });
      return toAnswer({ method, url }, answer);
    },

    async close() {
      await posthorn.close();
      await rm(folder, { recursive: true });
    },
  };
}

function toEntry(
  {
    imapPort,
    smtpPort,
    host = '127.0.0.1',
    isTls = false,
  }: NonNullable<ConnectedServerOptions['servers']>[number],
  index: number,
): MailServerEntry {
  return {
    id: `entry${index}` as MailAccountId,
    inbox: { type: 'IMAP', host, port: imapPort, isTls },
    ...(smtpPort !== undefined && { outbox: { host, port: smtpPort, security: 'none' } }),
    patterns: [{ source: 'all', matches: () => true }],
    roots: [],
  };
}

/** Fails the test for a document of version 1 that breaks JSON:API or its description. */
function toAnswer(
  { method, url }: { readonly method: string; readonly url: string },
  answer: LightMyRequestResponse,
): KeyAnswer {
  const { statusCode: status, headers } = answer;
  const isJson = /json/.test(String(headers['content-type']));
  const body = isJson ? answer.json() : answer.body;
  const [first] = isJson && Array.isArray(body.errors) ? body.errors : [];
  const error = first ? [Number(first.status), first.code, ...Object.values(first.source ?? {})] : [];
  const isOfVersion0 = url.startsWith(V0);
  if (isJson && !isOfVersion0) {
    assertJsonApi(body);
    const { pathname } = new URL(url, 'http://mail.test');
    const path = describedPath(description, pathname.replace(V1, '')) ?? pathname;
    const place = { path, method: method.toLowerCase(), status };
    if (method !== 'GET') assert.deepEqual([place, errorsOf(place, body)], [place, []]);
  }
  return { status, headers, body, error };
}

/** The attributes of an account at a server in clear text on loopback. */
export function accountAt(
  { imapPort, smtpPort }: { readonly imapPort: number; readonly smtpPort?: number | undefined },
  { name: user, password }: { readonly name: string; readonly password: string },
): Readonly<Record<string, unknown>> {
  return {
    from: { address: user, name: 'Jane' },
    ...{ inbox_address: '127.0.0.1', inbox_port: imapPort, inbox_ssl: false },
    ...(smtpPort !== undefined && {
      outbox_address: '127.0.0.1',
      outbox_port: smtpPort,
      outbox_secure: null,
    }),
    login: { mechanism: 'password', user, password },
  };
}

/** A document with an account. */
export function accountDocument(attributes: object, id?: string): object {
  return { data: { type: 'MailAccount', ...(id !== undefined && { id }), attributes } };
}
