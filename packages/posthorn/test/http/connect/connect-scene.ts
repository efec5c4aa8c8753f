/** The connect page over a store file, without mail servers and providers. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openTables } from '../../../src/adapters/database/open-store.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import type {
  AccountToConnect,
  IssuedGrant,
  ProviderSignIns,
} from '../../../src/application/connect-sessions/account-connection.ts';
import {
  createConnectLinks,
  type NewConnectLink,
} from '../../../src/application/connect-sessions/connect-links.ts';
import { createConnectPage } from '../../../src/application/connect-sessions/create-connect-page.ts';
import type { Store } from '../../../src/application/ports/state/store.ts';
import type { FoundServers } from '../../../src/domain/accounts/mail-server-discovery.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { createTestServer, type TestServerInput } from '../test-server.ts';

export const JANE = 'jane@example.org';
export const PASSWORD = 'right-password';
export const RETURN_URL = 'https://crm.example/back?customer=7';

/** Call the parts that a test changes. */
export interface ConnectScene {
  readonly store: Store;
  readonly links: ReturnType<typeof createConnectLinks>;
  readonly address: string;
  /** Starts another server over the same store. */
  startNode(): Promise<string>;
  /** All logins that were tried. */
  readonly tried: AccountToConnect[];
  /** The grant that the provider gives next. */
  grant: IssuedGrant;
  /** Called while a login is tried. */
  duringTrial: () => Promise<unknown>;
  /** Milliseconds since 1970. */
  now: number;
  /** A new session, and the address of its page. */
  begin(link?: Partial<NewConnectLink>): Promise<{ readonly id: string; readonly page: string }>;
  status(id: string): Promise<string>;
}

export interface SceneOptions extends TestServerInput {
  readonly found?: Partial<FoundServers>;
  /** In place of one that knows the code `good`. */
  readonly providerSignIns?: ProviderSignIns;
  readonly returnUrls?: readonly string[];
}

export const GRANT: IssuedGrant = {
  ...{ provider: 'test', address: JANE, subject: 'jane-sub' },
  refreshToken: new Secret('refresh-token'),
  accessToken: new Secret('access-token'),
  ...{ accessEndsAt: null, scope: 'mail' },
};

const SERVERS: FoundServers = {
  domain: 'example.org',
  incoming: [
    {
      ...{ protocol: 'imap', host: 'imap.example.org', port: 993, security: 'tls' },
      ...{ user: JANE, mechanisms: ['oauth', 'password'] },
    },
  ],
  outgoing: [
    {
      ...{ protocol: 'smtp', host: 'smtp.example.org', port: 465, security: 'tls' },
      ...{ user: JANE, mechanisms: ['oauth', 'password'] },
    },
  ],
  ...{ source: 'autoconfig', confidence: 'certain', reports: [] },
};

const ELSEWHERE: FoundServers = {
  ...{ ...SERVERS, domain: 'elsewhere.example', outgoing: [] },
  incoming: SERVERS.incoming.map((server) => ({ ...server, host: 'imap.elsewhere.example' })),
};

/** Opens it; everything ends with the test. */
export async function openConnectScene(
  t: Pick<TestContext, 'after'>,
  { found = {}, providerSignIns, returnUrls = ['https://crm.example/back'], ...input }: SceneOptions = {},
): Promise<ConnectScene> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-connect-'));
  const opened = await openTables({
    location: { engine: 'file', path: join(folder, 'store.db') },
    secretBox: createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]),
    ...{ readPassword: null, isServer: true, connectMs: 5_000, now: Date.now },
  });
  const { store } = opened;
  const connectRules = () => ({ returnUrls, providers: ['test', 'other'] });
  const clock = () => scene.now;
  const links = createConnectLinks({ store, connectRules, clock });
  const tried: AccountToConnect[] = [];
  const startNode = (): Promise<string> => {
    const connectPage = createConnectPage({
      ...{ store, connectRules, clock },
      connections: {
        async connect(account) {
          await scene.duringTrial();
          await connect(store, { account, tried });
        },
        disconnect: async (id) => void (await store.accounts.remove(id, scene.now)),
      },
      providerSignIns: providerSignIns ?? providerOf(() => scene.grant),
      publicDiscovery: {
        async discover({ address }) {
          if (address.endsWith('@elsewhere.example')) return ELSEWHERE;
          return { ...SERVERS, ...(address.endsWith('@nowhere.example') ? NOTHING : found) };
        },
      },
      mailServers: () => [],
    });
    const services = { connectPage, connectLinks: links, ...input.services };
    const app = createTestServer(t as TestContext, { ...input, services });
    return app.listen({ host: '127.0.0.1', port: 0 });
  };
  const address = await startNode();
  t.after(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });
  const scene: ConnectScene = {
    ...{ store, links, address, startNode, tried, grant: GRANT, now: Date.now() },
    duringTrial: async () => undefined,
    async begin(link = {}) {
      const { session, secret } = await links.create(
        {
          ...{ returnUrl: RETURN_URL, address: null, name: null, providers: null },
          ...{ expiresInSeconds: 900, account: null },
          ...link,
        },
        { key: null, accounts: 'all' },
      );
      return { id: session.id, page: `${address}/rest-imapuser/connect/${session.id}/${secret.reveal()}` };
    },
    status: async (id) => (await links.find(id, { key: null, accounts: 'all' })).status,
  };
  return scene;
}

const NOTHING: Partial<FoundServers> = { incoming: [], outgoing: [], source: null, confidence: null };

async function connect(
  store: Store,
  { account, tried }: { readonly account: AccountToConnect; readonly tried: AccountToConnect[] },
): Promise<void> {
  tried.push(account);
  const { id, isNew, login, address, name } = account;
  if (login.mechanism === 'password' && login.password.reveal() !== PASSWORD) {
    throw new MailError('authentication-failed', { detail: 'The mail server did not accept the login.' });
  }
  const known = await store.accounts.find(id);
  if (isNew && known !== null) throw new MailError('conflict', { detail: 'The id is taken.' });
  const from = { address, name };
  await store.accounts.save(known ?? buildAccount({ id, name, from }));
}

function providerOf(grant: () => IssuedGrant): ProviderSignIns {
  return {
    offered: (_address, named) =>
      [
        { id: 'test', name: 'Test & Co' },
        { id: 'other', name: 'Other' },
      ].filter(({ id }) => (named ?? ['test']).includes(id)),
    async begin({ state, redirectUri }) {
      const query = new URLSearchParams({ state, redirect_uri: redirectUri });
      return { url: `https://login.test.example/authorize?${query}`, pending: new Secret('verifier') };
    },
    async complete({ parameters, pending }) {
      if (parameters.get('code') === 'good' && pending.reveal() === 'verifier') return grant();
      throw new MailError('authentication-failed', {
        detail: `The provider refuses: ${parameters.get('error_description')}`,
      });
    },
  };
}
