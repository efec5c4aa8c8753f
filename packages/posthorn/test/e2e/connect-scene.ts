/** Posthorn with a store in this process, mail servers for its people, and a product to which they return. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'posthorn-sandbox';
import { createPosthorn, type Posthorn } from '../../src/composition/create-posthorn.ts';
import { openStore } from '../../src/composition/open-store.ts';
import type { Configuration, Overrides } from '../../src/composition/services.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import { parseSecretsKeys, renderNewKey } from '../../src/config/secrets-keys.ts';
import type { MailServerEntry } from '../../src/domain/accounts/mail-server-entry.ts';
import { entryOf } from '../composition/running-posthorn.ts';

export const USER = { name: 'ann@example.org', password: 'right-password' };

export interface ConnectInstallation {
  readonly posthorn: Posthorn;
  readonly address: string;
  /** The requests of people who have returned, path and query. */
  readonly returned: readonly string[];
  readonly returnUrl: string;
  /** A document of version 1, with a key for all accounts and scopes. */
  api(path: string, init?: RequestInit): Promise<Response>;
  /** A new session and the address of its page. */
  invite(attributes?: object, account?: string): Promise<{ readonly id: string; readonly page: string }>;
  close(): Promise<void>;
}

export interface InstallationParts {
  /** In place of those of a sandbox for example.org. */
  readonly mailServers?: readonly MailServerEntry[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly configuration?: Partial<Configuration>;
  readonly overrides?: Overrides;
}

/** Starts it; close it afterwards. */
export async function startConnectInstallation(parts: InstallationParts = {}): Promise<ConnectInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-connect-'));
  const sandbox = await startSandbox({ users: [USER], smtp: true });
  const product = await startProduct();
  const configuration: Configuration = {
    settings: readSettings({
      ...{ AUTH_PROVIDER: 'single-imap-user', PORT: '0', LOG_LEVEL: 'silent' },
      APP_DATABASE_URL: `file:${join(folder, 'store.db')}`,
      ...parts.settings,
    }),
    mailServers: parts.mailServers ?? [entryOf(sandbox)],
    extraRoots: [],
    secretsKeys: parseSecretsKeys(renderNewKey('first'), 'keys'),
    oauth: { returnUrls: [`${product.address}/back`], providers: [] },
    ...parts.configuration,
  };
  const store = await openStore(configuration, { isServer: true });
  const posthorn = createPosthorn(configuration, parts.overrides ?? {}, { store });
  const address = await posthorn.listen();
  const created = await posthorn.services.managedKeys?.create(null, {
    ...{ name: 'CRM', accounts: null, networks: [], agentSends: null, expiresAt: null },
    scopes: ['mail.read', 'mail.write', 'mail.send', 'accounts', 'keys'],
  });
  const authorization = `Bearer ${created?.secret.reveal()}`;
  const api = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${address}/rest-api-email/v1${path}`, {
      ...init,
      headers: {
        authorization,
        connection: 'close',
        'content-type': 'application/vnd.api+json',
        ...init.headers,
      },
    });
  const returnUrl = `${product.address}/back?customer=7`;
  return {
    ...{ posthorn, address, api, returnUrl, returned: product.returned },
    async invite(attributes = {}, account) {
      const data = {
        type: 'ConnectSession',
        attributes: { returnUrl, ...attributes },
        ...(account && { relationships: { MailAccount: { data: { type: 'MailAccount', id: account } } } }),
      };
      const answer = await api('/ConnectSessions', { method: 'POST', body: JSON.stringify({ data }) });
      const document = await answer.json();
      if (answer.status !== 201) throw new Error(JSON.stringify(document));
      return { id: document.data.id, page: document.links.page };
    },
    async close() {
      posthorn.server.server.closeAllConnections();
      await posthorn.close();
      await sandbox.close();
      product.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A product that counts who returns. */
export async function startProduct() {
  const returned: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/back')) returned.push(request.url);
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><html lang="en"><title>CRM</title><h1>Back at the CRM</h1></html>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ returned, address: `http://127.0.0.1:${port}` },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
