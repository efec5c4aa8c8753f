import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createPosthorn, type PosthornOptions } from '../composition/create-posthorn.ts';
import { ANSWER_HEADERS, DEFAULT_CORS_OPTIONS } from '../config/cors-options.ts';
import type { MailAccountId } from '../domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../domain/accounts/mail-server-entry.ts';
import type { CorsRules } from '../domain/network/cors-rules.ts';
import { startArrivingMail } from './arriving-mail.ts';
import { createDemoMail, type DemoUser } from './demo-mail.ts';
import { demoMailboxes } from './demo-mailboxes.ts';
import type { DemoProfile } from './demo-profiles.ts';
import { fillDemoStore, openDemoStore } from './demo-store.ts';
import { DEMO_DOMAIN } from './people.ts';

/** A running demo. */
export interface Demo {
  /** Such as `http://127.0.0.1:8025`. */
  readonly address: string;
  /** Such as `http://127.0.0.1:8025/rest-api-email`. */
  readonly emailUrl: string;
  readonly accountId: string;
  readonly users: readonly DemoUser[];
  /** Opens the first user's account. */
  readonly apiKey: string;
  readonly imapPort: number;
  readonly smtpPort: number;
  close(): Promise<void>;
}

/** The demo's port, time and mail. */
export interface DemoOptions {
  /** As in PORT; 0: any free port; absent: 8025. */
  readonly port: string | undefined;
  /** Mail is dated before. */
  readonly now: Date;
  /** Milliseconds; absent: no new mail. */
  readonly newMailEveryMs?: number | undefined;
  /** Imitated provider; absent: none. */
  readonly profile?: DemoProfile | undefined;
}

const ACCOUNT_ID = 'demo';
const HOST = '127.0.0.1';

/**
 * Starts mail server and API on loopback, with a store in a temporary file. Rejects with ConfigurationError for an
 * invalid port, CannotListenError for a used one.
 */
export async function startDemo({ port, now, profile, newMailEveryMs }: DemoOptions): Promise<Demo> {
  const { open: store, remove, ...stored } = await openDemoStore({ ...DEMO_SETTINGS, PORT: port });
  const { settings } = stored;
  const users = createDemoMail(now);
  const sandbox = await startSandbox({
    users: users.map((user) => ({
      name: user.user,
      password: user.password,
      mailboxes: demoMailboxes(user, profile),
    })),
    smtp: true,
    ...(profile && { profile, ...WITH_PASSWORD }),
  }).catch(async (error: unknown) => {
    await store.close();
    await remove();
    throw error;
  });
  const entry = demoServer(sandbox);
  const configuration = { ...stored, mailServers: [entry], extraRoots: [], cors: DEMO_CORS };
  const posthorn = createPosthorn(configuration, {}, { inbox: inboxOf(users), store });
  const close = async () => {
    await posthorn.close();
    await sandbox.close();
    await remove();
  };
  try {
    const [user] = users;
    const apiKey = user === undefined ? '' : await fillDemoStore(posthorn.services, { user, entry });
    const address = await posthorn.listen();
    const endArrivals = beginArrivals(sandbox, users, newMailEveryMs);
    return {
      address,
      emailUrl: `${address}/${settings.emailPath}`,
      accountId: ACCOUNT_ID,
      ...{ users, apiKey },
      imapPort: sandbox.imapPort,
      smtpPort: sandbox.smtpPort ?? 0,
      async close() {
        endArrivals();
        await close();
      },
    };
  } catch (error) {
    await close();
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

/** Signs in as Jane, whose password is public. */
function inboxOf([jane]: readonly DemoUser[]): NonNullable<PosthornOptions['inbox']> {
  const { user = '', password = '' } = jane ?? {};
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return { openLogin: () => ({ user, authorization }) };
}

/** The demo uses passwords, which Outlook refuses. */
const WITH_PASSWORD = {
  capabilities: { with: ['AUTH=PLAIN'], without: ['LOGINDISABLED'] },
  login: { smtpMechanisms: ['PLAIN', 'LOGIN'] },
} as const;

const DEMO_SETTINGS = { AUTH_PROVIDER: 'single-imap-user', APP_ENV: 'demo', HOST, LOG_LEVEL: 'warn' };

/** For pages on the user's machine; safe without cookies. */
const DEMO_CORS: CorsRules = {
  ...DEFAULT_CORS_OPTIONS,
  paths: { everywhere: ['*'], byHost: new Map() },
  exposedHeaders: ANSWER_HEADERS,
  maxAgeSeconds: 600,
};

function demoServer({ imapPort, smtpPort }: Sandbox): MailServerEntry {
  return {
    id: ACCOUNT_ID as MailAccountId,
    inbox: { type: 'IMAP', host: HOST, port: imapPort, isTls: false },
    outbox: { host: HOST, port: smtpPort ?? 0, security: 'none' },
    patterns: [{ source: DEMO_DOMAIN, matches: (userName) => userName.endsWith(`@${DEMO_DOMAIN}`) }],
    roots: [],
  };
}
