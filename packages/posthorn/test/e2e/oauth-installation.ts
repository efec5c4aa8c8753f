/** Posthorn as a process, before a Dovecot that asks an OpenID provider about tokens. */
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type DovecotSubmission, startDovecotSubmission } from '../support/dovecot-submission.ts';
import {
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from '../support/identity-provider.ts';
import { createInstallationRoot } from './installation-root.ts';
import { type PosthornProcess, runPosthorn, startPosthornProcess } from './posthorn-process.ts';

/** An installation of which nothing runs; its entry is called `example`. */
export interface OAuthMail {
  readonly rootDirectory: string;
  readonly provider: IdentityProvider;
  readonly mail: DovecotSubmission;
}

/** A running installation, whose users sign in with tokens and passwords. */
export interface OAuthInstallation extends OAuthMail {
  readonly posthorn: PosthornProcess;
  /** Starts another process over the same directory; it ends with the test. */
  startNode(): Promise<PosthornProcess>;
}

/** What an installation needs for connected accounts. */
export interface ConnectingOptions {
  /** Default a file. */
  readonly databaseUrl?: string;
  readonly returnUrls?: readonly string[];
}

export interface OAuthInstallationOptions {
  readonly user: { readonly name: string; readonly password: string };
  /** The expression of the entry; default all of example.org. */
  readonly match?: string | undefined;
  /** What the entry accepts; default passwords and tokens. */
  readonly auth?: readonly string[];
  /** The source of `app/config/cors.js`. */
  readonly cors?: string;
  /** A store, and the provider in `app/config/oauth.js`. */
  readonly connecting?: ConnectingOptions | undefined;
  readonly identity?: IdentityProviderOptions | undefined;
}

/** `app/config/oauth.js` with the provider of addresses at example.org. */
export function oauthFile(
  { issuer, clientId }: Pick<IdentityProvider, 'issuer' | 'clientId'>,
  returnUrls: readonly string[] = [],
  name = 'Test & Co',
): string {
  const provider = {
    ...{ id: 'test', name, issuer, clientId, domains: ['example.org'] },
    scopes: ['openid', 'email', 'mail', 'offline_access'],
  };
  return `export default ${JSON.stringify({ returnUrls, providers: [provider] })};`;
}

/** Starts all of it; it ends with the test. */
export async function startOAuthInstallation(
  t: Pick<TestContext, 'after'>,
  options: OAuthInstallationOptions,
): Promise<OAuthInstallation> {
  const mail = await startOAuthMail(t, options);
  const startNode = async () => {
    const node = await startPosthornProcess(['serve', '--root', mail.rootDirectory]);
    t.after(() => node.stop());
    return node;
  };
  return { ...mail, posthorn: await startNode(), startNode };
}

/** Starts the provider and the mail server, and writes the installation; it ends with the test. */
export async function startOAuthMail(
  t: Pick<TestContext, 'after'>,
  { cors, ...options }: OAuthInstallationOptions,
): Promise<OAuthMail> {
  const servers = await startOAuthServers(t, options);
  const root = await createInstallationRoot(t, 'AUTH_PROVIDER=single-imap-user\nPORT=0\n');
  await configureOAuth(root.path, { ...servers, ...options });
  if (cors !== undefined) await root.write('app/config/cors.js', cors);
  return { rootDirectory: root.path, ...servers };
}

/** Starts the provider, and the mail servers that take its tokens; they end with the test. */
export async function startOAuthServers(
  t: Pick<TestContext, 'after'>,
  { user, identity }: Pick<OAuthInstallationOptions, 'user' | 'identity'>,
): Promise<Pick<OAuthInstallation, 'provider' | 'mail'>> {
  const provider = await startIdentityProvider(identity);
  t.after(() => provider.close());
  const mail = await startDovecotSubmission({
    users: [user],
    settings: provider.settings('xoauth2 oauthbearer'),
  });
  t.after(() => mail.stop());
  return { provider, mail };
}

/** Writes the files of an operator, into an installation that has its `.env` and `app/config`. */
export async function configureOAuth(
  root: string,
  {
    provider,
    mail,
    match = '/@example\\.org$/',
    auth = ['password', 'bearer'],
    connecting,
  }: Pick<OAuthMail, 'provider' | 'mail'> & Pick<OAuthInstallationOptions, 'match' | 'auth' | 'connecting'>,
): Promise<void> {
  const write = (name: string, text: string) => writeFile(join(root, name), text);
  await write('ca.pem', mail.dovecot.caPem ?? '');
  await appendFile(join(root, '.env'), `APP_CA_FILE=ca.pem\n`);
  const entries = JSON.stringify([{ ...entryOf(provider, mail), match, auth }]);
  await write('app/config/imapserver.js', `export default ${entries};`);
  if (connecting === undefined) return;
  const { databaseUrl = 'file:posthorn.db', returnUrls } = connecting;
  const lines = `APP_DATABASE_URL=${databaseUrl}\nAPP_SECRETS_KEYS_FILE=secrets.keys\n`;
  await appendFile(join(root, '.env'), lines);
  await write('app/config/oauth.js', oauthFile(provider, returnUrls));
  const { code, output } = await runPosthorn(['secrets:create', '--root', root]);
  if (code !== 0) throw new Error(output);
}

function entryOf({ issuer, clientId }: IdentityProvider, { dovecot, port }: DovecotSubmission): object {
  return {
    ...{ id: 'example', inbox_address: 'localhost', inbox_port: dovecot.tlsPort, inbox_ssl: true },
    ...{ outbox_address: 'localhost', outbox_port: port, outbox_secure: 'starttls' },
    root: [],
    oauth: { issuer, scopes: ['openid', 'mail'], clientId },
  };
}
