/** Posthorn in this process, on a free port, in front of a sandbox with one user. */
import type { TestContext } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createPosthorn, type Posthorn } from '../../src/composition/create-posthorn.ts';
import type { Bindings } from '../../src/composition/services.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../../src/domain/accounts/mail-server-entry.ts';

export const USER = 'ann@example.org';
/** The path of the user's account in version 0. */
export const ACCOUNT_PATH = '/rest-api-email/v0/MailAccounts/example';

export interface RunningPosthorn {
  readonly posthorn: Posthorn;
  readonly sandbox: Sandbox;
  readonly address: string;
  /** The user's login. */
  readonly authorization: string;
  /** A request with the user's login to a path below the account, in version 0. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

export interface RunningOptions {
  readonly password?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly overrides?: Partial<Bindings>;
}

/** Starts both; they end with the test. */
export async function startRunningPosthorn(
  t: TestContext,
  { password = 'secret', settings = {}, overrides = {} }: RunningOptions = {},
): Promise<RunningPosthorn> {
  const sandbox = await startSandbox({ users: [{ name: USER, password }], smtp: true });
  const posthorn = createPosthorn(
    {
      settings: readSettings({
        AUTH_PROVIDER: 'single-imap-user',
        PORT: '0',
        LOG_LEVEL: 'silent',
        ...settings,
      }),
      mailServers: [entryOf(sandbox)],
      extraRoots: [],
    },
    overrides,
  );
  const address = await posthorn.listen();
  t.after(async () => {
    // Those of fetch, which closing would give a second for one more request.
    posthorn.server.server.closeIdleConnections();
    await posthorn.close();
    await sandbox.close();
  });
  const authorization = `Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`;
  return {
    posthorn,
    sandbox,
    address,
    authorization,
    request: (path, init = {}) =>
      fetch(`${address}${ACCOUNT_PATH}${path}`, {
        ...init,
        headers: { authorization, ...init.headers },
      }),
  };
}

/** The account `example` of users at example.org, on that sandbox or that port. */
export function entryOf({
  imapPort,
  smtpPort = 0,
}: {
  readonly imapPort: number;
  readonly smtpPort?: number | undefined;
}): MailServerEntry {
  const host = '127.0.0.1';
  return {
    id: 'example' as MailAccountId,
    inbox: { type: 'IMAP', host, port: imapPort, isTls: false },
    outbox: { host, port: smtpPort, security: 'none' },
    patterns: [{ source: 'example.org', matches: (userName) => userName.endsWith('@example.org') }],
    roots: [],
  };
}
