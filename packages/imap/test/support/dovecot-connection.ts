/** Connections to a private Dovecot that takes passwords and tokens. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import {
  type Dovecot,
  type DovecotOptions,
  type MailUser,
  startDovecot,
} from '../../../posthorn/test/support/dovecot.ts';
import { signIn } from '../../src/commands/sign-in.ts';
import { connect } from '../../src/connection/connect.ts';
import type { ConnectOptions } from '../../src/connection/connect-options.ts';
import type { ImapConnection } from '../../src/connection/imap-connection.ts';
import { SIGNAL } from './dial.ts';
import { startTokenService, type TokenService } from './token-service.ts';

/** Has quotes, backslashes and other characters that a command must not contain as they are. */
export const ALICE: MailUser = { name: 'alice@example.org', password: 'a"l\\ice {3}' };
/** Its name has to be escaped in some mechanisms; its password is beyond ASCII. */
export const COMMA: MailUser = { name: 'a,b=c@x', password: 'pässwörd' };

/** Call `stop` when done. */
export interface MailDovecot {
  readonly server: Dovecot;
  readonly tokens: TokenService;
  /** A connection under TLS that is not signed in, and ends with the test. */
  dial(t: TestContext, options?: Partial<ConnectOptions>): Promise<ImapConnection>;
  /** The same as ALICE. */
  signIn(t: TestContext, options?: Partial<ConnectOptions>): Promise<ImapConnection>;
  stop(): Promise<void>;
}

/** Starts Dovecot with ALICE and COMMA, TLS, the mechanisms of this package and a service for tokens. */
export async function startMailDovecot(options: DovecotOptions = {}): Promise<MailDovecot> {
  const tokens = await startTokenService();
  const folder = await writeTokenConfig(tokens.port);
  const server = await startDovecot({
    users: [ALICE, COMMA],
    hasTls: true,
    ...options,
    settings: `${tokenSettings(folder)}${options.settings ?? ''}`,
  });
  const dial = async (t: TestContext, more: Partial<ConnectOptions> = {}): Promise<ImapConnection> => {
    const connection = await connect({ ...tlsOptions(server), ...more }, SIGNAL);
    t.after(() => connection.logout());
    return connection;
  };
  return {
    server,
    tokens,
    dial,
    async signIn(t, more) {
      const connection = await dial(t, more);
      await signIn(connection, { user: ALICE.name, password: ALICE.password }, SIGNAL);
      return connection;
    },
    async stop() {
      await server.stop();
      await tokens.close();
      await rm(folder, { recursive: true });
    },
  };
}

function tlsOptions({ host, tlsPort = 0, caPem = '' }: Dovecot): ConnectOptions {
  return { host, port: tlsPort, serverName: 'localhost', security: 'tls', extraRoots: [caPem] };
}

/** Dovecot reads it as the mail user. */
async function writeTokenConfig(port: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-token-'));
  await chmod(folder, 0o755);
  await writeFile(
    join(folder, 'oauth2.conf.ext'),
    `tokeninfo_url = http://127.0.0.1:${port}/tokeninfo?access_token=
username_attribute = email
openid_configuration_url = http://127.0.0.1:${port}/.well-known/openid-configuration
`,
  );
  return folder;
}

/** Without `auth_username_chars` Dovecot refuses commas in user names. */
function tokenSettings(folder: string): string {
  return `auth_mechanisms = plain login scram-sha-256 oauthbearer xoauth2
auth_username_chars =
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf.ext
}
`;
}
