/** Posthorn as a process, before a Dovecot that asks an OpenID provider about tokens. */
import type { TestContext } from 'node:test';
import { type DovecotSubmission, startDovecotSubmission } from '../support/dovecot-submission.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { createInstallationRoot } from './installation-root.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

/** A running installation; its entry is called `example`, and its users sign in with tokens and passwords. */
export interface OAuthInstallation {
  readonly rootDirectory: string;
  readonly provider: IdentityProvider;
  readonly mail: DovecotSubmission;
  readonly posthorn: PosthornProcess;
}

export interface OAuthInstallationOptions {
  readonly user: { readonly name: string; readonly password: string };
  /** Lines of `.env` besides the usual ones. */
  readonly settings?: string;
  /** The source of `app/config/cors.js`. */
  readonly cors?: string;
}

/** Starts all of it; it ends with the test. */
export async function startOAuthInstallation(
  t: TestContext,
  { user, settings = '', cors }: OAuthInstallationOptions,
): Promise<OAuthInstallation> {
  const provider = await startIdentityProvider();
  t.after(() => provider.close());
  const mail = await startDovecotSubmission({
    users: [user],
    settings: provider.settings('xoauth2 oauthbearer'),
  });
  t.after(() => mail.stop());
  const root = await createInstallationRoot(
    t,
    `AUTH_PROVIDER=single-imap-user\nPORT=0\nAPP_CA_FILE=ca.pem\n${settings}`,
  );
  await root.write('ca.pem', mail.dovecot.caPem ?? '');
  await root.write(
    'app/config/imapserver.js',
    `export default [${JSON.stringify(entryOf(provider, mail))}];`,
  );
  if (cors !== undefined) await root.write('app/config/cors.js', cors);
  const posthorn = await startPosthornProcess(['serve', '--root', root.path]);
  t.after(() => posthorn.stop());
  return { rootDirectory: root.path, provider, mail, posthorn };
}

function entryOf({ issuer, clientId }: IdentityProvider, { dovecot, port }: DovecotSubmission): object {
  return {
    ...{ id: 'example', inbox_address: 'localhost', inbox_port: dovecot.tlsPort, inbox_ssl: true },
    ...{ outbox_address: 'localhost', outbox_port: port, outbox_secure: 'starttls' },
    ...{ match: '/@example\\.org$/', root: [], auth: ['password', 'bearer'] },
    oauth: { issuer, scopes: ['openid', 'mail'], clientId },
  };
}
