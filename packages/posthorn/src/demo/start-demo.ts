/** The demo in one process: a mail server in memory, and the API in front of it. */
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createPosthorn } from '../composition/create-posthorn.ts';
import { ANSWER_HEADERS, type CorsOptions, DEFAULT_CORS_OPTIONS } from '../config/cors-options.ts';
import { readSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { MailAccountId } from '../domain/mail-account.ts';
import type { MailServerEntry } from '../domain/mail-server-entry.ts';
import { startArrivingMail } from './arriving-mail.ts';
import { createDemoMail, type DemoUser } from './demo-mail.ts';
import { demoMailboxes } from './demo-mailboxes.ts';
import type { DemoProfile } from './demo-profiles.ts';
import { createInboxPage, type InboxPage } from './inbox-page.ts';
import { DEMO_DOMAIN } from './people.ts';

/** A running demo. */
export interface Demo {
  /** Where the API listens, such as `http://127.0.0.1:8025`. */
  readonly address: string;
  /** The base of the email service, such as `http://127.0.0.1:8025/rest-api-email`. */
  readonly emailUrl: string;
  readonly accountId: string;
  readonly users: readonly DemoUser[];
  readonly imapPort: number;
  readonly smtpPort: number;
  close(): Promise<void>;
}

/** How the demo starts. */
export interface DemoOptions {
  /** The port of the API, as the setting PORT has it; 0 takes any free port, and nothing is 8025. */
  readonly port: string | undefined;
  /** The moment before which all demo mail is dated. */
  readonly now: Date;
  /** How often a new mail arrives, in milliseconds; absent: never. */
  readonly newMailEveryMs?: number | undefined;
  /** The provider that the mail server imitates; absent: a server without a provider's quirks. */
  readonly profile?: DemoProfile | undefined;
}

const ACCOUNT_ID = 'demo';
const HOST = '127.0.0.1';

/**
 * Starts mail server and API on loopback. Nothing is kept when they end. Rejects with ConfigurationError for an invalid port, and
 * with CannotListenError for one that is taken.
 */
export async function startDemo({ port, now, profile, newMailEveryMs }: DemoOptions): Promise<Demo> {
  const settings = readSettings({ ...DEMO_SETTINGS, PORT: port });
  const users = createDemoMail(now);
  const sandbox = await startSandbox({
    users: users.map((user) => ({
      name: user.user,
      password: user.password,
      mailboxes: demoMailboxes(user, profile),
    })),
    smtp: true,
    ...(profile && { profile, ...WITH_PASSWORD }),
  });
  const configuration = { settings, mailServers: [demoServer(sandbox)], extraRoots: [], cors: DEMO_CORS };
  const posthorn = createPosthorn(configuration, {}, { startPage: inboxOf(users, settings) });
  try {
    const address = await posthorn.listen();
    const endArrivals = beginArrivals(sandbox, users, newMailEveryMs);
    return {
      address,
      emailUrl: `${address}/${settings.emailPath}`,
      accountId: ACCOUNT_ID,
      users,
      imapPort: sandbox.imapPort,
      smtpPort: sandbox.smtpPort ?? 0,
      async close() {
        endArrivals();
        await posthorn.close();
        await sandbox.close();
      },
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

function beginArrivals(
  sandbox: Sandbox,
  [jane]: readonly DemoUser[],
  everyMs: number | undefined,
): () => void {
  if (jane === undefined || everyMs === undefined) return () => undefined;
  const user = sandbox.user(jane.user);
  return startArrivingMail({ everyMs, deliver: (raw) => user.deliver(raw) });
}

function inboxOf([jane]: readonly DemoUser[], { emailPath }: Settings): InboxPage {
  const { user = '', password = '' } = jane ?? {};
  return createInboxPage({ user, password, accountId: ACCOUNT_ID, emailPath });
}

/** The people of the demo have passwords, which Outlook does not take. */
const WITH_PASSWORD = {
  capabilities: { with: ['AUTH=PLAIN'], without: ['LOGINDISABLED'] },
  login: { smtpMechanisms: ['PLAIN', 'LOGIN'] },
} as const;

const DEMO_SETTINGS = { AUTH_PROVIDER: 'single-imap-user', APP_ENV: 'demo', HOST, LOG_LEVEL: 'warn' };

/** People try the demo from pages on their own machine. There are no cookies, so no page gets in without a login. */
const DEMO_CORS: CorsOptions = {
  ...DEFAULT_CORS_OPTIONS,
  paths: { everywhere: ['*'], byHost: new Map() },
  exposedHeaders: ANSWER_HEADERS,
  maxAgeSeconds: 600,
};

/** The entry that the operator of the demo would have written. */
function demoServer({ imapPort, smtpPort }: Sandbox): MailServerEntry {
  return {
    id: ACCOUNT_ID as MailAccountId,
    inbox: { type: 'IMAP', host: HOST, port: imapPort, isTls: false },
    outbox: { host: HOST, port: smtpPort ?? 0, security: 'none' },
    patterns: [{ source: DEMO_DOMAIN, matches: (userName) => userName.endsWith(`@${DEMO_DOMAIN}`) }],
    roots: [],
  };
}
