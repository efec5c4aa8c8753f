import type { SettingKind, SettingValue } from './setting-kinds.ts';
import type { SettingRow } from './setting-row.ts';

/** The kind determines the default's type. */
type AnySettingRow = { [Kind in SettingKind]: SettingRow<Kind> }[SettingKind];

/** By name in the program. */
export const settingRows = {
  appUrl: {
    key: 'APP_URL',
    kind: 'url',
    default: 'http://127.0.0.1:8025',
    meaning:
      'Where clients reach this instance; links begin with it. The default: where each request was sent to.',
    isSecret: false,
  },
  emailPath: {
    key: 'APP_EMAIL_PATH',
    kind: 'url-path',
    default: 'rest-api-email',
    meaning: 'The path of the email service below APP_URL.',
    isSecret: false,
  },
  authProvider: {
    key: 'AUTH_PROVIDER',
    kind: 'choice',
    choices: ['local-mail-account', 'single-imap-user'],
    default: 'local-mail-account',
    meaning:
      'Who names the mail servers: the client in each request, or the operator in app/config/imapserver.js.',
    isSecret: false,
  },
  authPath: {
    key: 'APP_AUTH_PATH',
    kind: 'url-path',
    default: 'rest-imapuser',
    meaning: 'The path of the sign-in service below APP_URL, used with single-imap-user.',
    isSecret: false,
  },
  key: {
    key: 'APP_KEY',
    kind: 'string',
    default: null,
    meaning:
      'Any long random text. It signs what drafts remember and the states of changes, and seals the logins in download links; without it, a draft forgets at the next start which message it answers, and states and links end with the process.',
    isSecret: true,
  },
  environment: {
    key: 'APP_ENV',
    kind: 'string',
    default: 'production',
    meaning: 'The environment; production for everything that is not a local trial.',
    isSecret: false,
  },
  isDebug: {
    key: 'APP_DEBUG',
    kind: 'boolean',
    default: false,
    meaning: 'Adds internals to error answers; true only for local development.',
    isSecret: false,
  },
  emailApi: {
    key: 'APP_EMAIL_API',
    kind: 'choice',
    choices: ['v0', 'latest'],
    default: 'latest',
    meaning: 'The version that answers paths without a version segment.',
    isSecret: false,
  },
  hasDocs: {
    key: 'APP_DOCS',
    kind: 'boolean',
    default: true,
    meaning: 'Serves the reference page at /docs and the OpenAPI documents below /openapi, without a login.',
    isSecret: false,
  },
  host: {
    key: 'HOST',
    kind: 'string',
    default: '127.0.0.1',
    meaning: 'The address to listen on; 0.0.0.0 for all of IPv4.',
    isSecret: false,
  },
  port: {
    key: 'PORT',
    kind: 'integer',
    minimum: 0,
    maximum: 65_535,
    default: 8025,
    meaning: 'The port to listen on; 0 takes any free port.',
    isSecret: false,
  },
  mailHostsAllow: {
    key: 'APP_MAIL_HOSTS_ALLOW',
    kind: 'host-list',
    default: [],
    meaning: 'Mail servers that clients may name although they are private or use another port.',
    isSecret: false,
  },
  mailHostsOnly: {
    key: 'APP_MAIL_HOSTS_ONLY',
    kind: 'host-list',
    default: [],
    meaning:
      'The only mail servers that clients may name, in addition to those of APP_MAIL_HOSTS_ALLOW; without it, all public ones.',
    isSecret: false,
  },
  isCleartextAllowed: {
    key: 'APP_ALLOW_CLEARTEXT',
    kind: 'boolean',
    default: false,
    meaning: 'Sends passwords without TLS to servers that clients name and that offer no STARTTLS.',
    isSecret: false,
  },
  caFile: {
    key: 'APP_CA_FILE',
    kind: 'file-path',
    default: null,
    meaning: 'A PEM file with certificate authorities to trust in addition to the usual ones.',
    isSecret: false,
  },
  trustedProxies: {
    key: 'APP_TRUST_PROXY',
    kind: 'network-list',
    default: [],
    meaning:
      'Reverse proxies whose X-Forwarded headers tell the address of the client and that of its request.',
    isSecret: false,
  },
  isClientTold: {
    key: 'APP_TELL_CLIENT_ADDRESS',
    kind: 'boolean',
    default: false,
    meaning:
      'Sends the address of the client to the mail servers of app/config/imapserver.js (ID, x-originating-ip), which then delay only those who guess.',
    isSecret: false,
  },
  logLevel: {
    key: 'LOG_LEVEL',
    kind: 'choice',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    meaning: 'The least important log lines that are written.',
    isSecret: false,
  },
  auditLog: {
    key: 'APP_AUDIT_LOG',
    kind: 'file-path',
    default: null,
    meaning:
      'A file that gets a line of JSON for each request to the API: who, what, which ids; never what mail says. Without it there is none.',
    isSecret: false,
  },
  databaseUrl: {
    key: 'APP_DATABASE_URL',
    kind: 'database-url',
    default: null,
    meaning:
      'Where connected accounts and API keys are stored: file:PATH for one machine, postgres://USER@HOST/DATABASE for several. Without it, nothing is stored.',
    isSecret: true,
  },
  databaseListenUrl: {
    key: 'APP_DATABASE_LISTEN_URL',
    kind: 'database-url',
    default: null,
    meaning:
      'An address of the same PostgreSQL that reaches it past a pooler in transaction mode. Events of other nodes are then noticed at once (LISTEN); without it, nodes ask each second.',
    isSecret: true,
  },
  webhookHostsAllow: {
    key: 'APP_WEBHOOK_HOSTS_ALLOW',
    kind: 'host-list',
    default: [],
    meaning:
      'Receivers of webhooks that are allowed although they are private or take http; without a port, 80 and 443. All others are public and take https.',
    isSecret: false,
  },
  nodeUrl: {
    key: 'APP_NODE_URL',
    kind: 'node-url',
    default: null,
    meaning:
      'Where the other nodes at the same PostgreSQL reach this one in a private network: http://HOST:PORT. Each account then belongs to one node, which gets its requests. Another port than PORT gets a listener of its own.',
    isSecret: false,
  },
  roles: {
    key: 'APP_ROLES',
    kind: 'choice-list',
    choices: ['api', 'watch', 'send', 'hooks'],
    default: ['api', 'watch', 'send', 'hooks'],
    meaning:
      'The work of this node: watch (owns and watches accounts), api (owns them where no node has watch), hooks (delivers webhooks), send (for mail that is sent later).',
    isSecret: false,
  },
  isWatching: {
    key: 'APP_WATCH',
    kind: 'boolean',
    default: true,
    meaning: 'Watches all connected accounts and writes what happens in them to the log of events.',
    isSecret: false,
  },
  databasePasswordFile: {
    key: 'APP_DATABASE_PASSWORD_FILE',
    kind: 'file-path',
    default: null,
    meaning:
      'A file with the password of PostgreSQL, read for each connection; it wins over APP_DATABASE_URL.',
    isSecret: false,
  },
  secretsKeysFile: {
    key: 'APP_SECRETS_KEYS_FILE',
    kind: 'file-path',
    default: null,
    meaning:
      'A file with the keys that encrypt stored passwords and tokens, which posthorn secrets:create makes: lines of NAME:BASE64. The first encrypts, all decrypt.',
    isSecret: false,
  },
  secretsKeys: {
    key: 'APP_SECRETS_KEYS',
    kind: 'string',
    default: null,
    meaning: 'The same keys as a list with commas; it wins over APP_SECRETS_KEYS_FILE.',
    isSecret: true,
  },
  listMaxRows: {
    key: 'APP_LIST_MAX_ROWS',
    kind: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    default: 5000,
    meaning: 'The most messages that a list without a window (limit=-1) may have.',
    isSecret: false,
  },
  sessionsPerAccount: {
    key: 'APP_SESSIONS_PER_ACCOUNT',
    kind: 'integer',
    minimum: 1,
    maximum: 100,
    default: 3,
    meaning: 'The most IMAP connections to one account at the same time; providers allow about 10 to 15.',
    isSecret: false,
  },
  sessionsTotal: {
    key: 'APP_SESSIONS_TOTAL',
    kind: 'integer',
    minimum: 1,
    maximum: 100_000,
    default: 200,
    meaning: 'The most IMAP connections of the whole instance at the same time.',
    isSecret: false,
  },
  sessionIdleSeconds: {
    key: 'APP_SESSION_IDLE_SECONDS',
    kind: 'integer',
    minimum: 1,
    maximum: 1700,
    default: 300,
    meaning: 'How long an unused IMAP connection is kept; servers hang up after 1800 seconds.',
    isSecret: false,
  },
  messageCacheMegabytes: {
    key: 'APP_MESSAGE_CACHE_MB',
    kind: 'integer',
    minimum: 1,
    maximum: 100_000,
    default: 32,
    meaning:
      'How much memory the rows of lists may hold, for all accounts together; a row goes with the last connection of its login.',
    isSecret: false,
  },
  maxMailboxMessages: {
    key: 'APP_MAX_MAILBOX_MESSAGES',
    kind: 'integer',
    minimum: 1000,
    maximum: 50_000_000,
    default: 5_000_000,
    meaning: 'The most messages that a folder may have; the mail server says how many there are.',
    isSecret: false,
  },
  failedSignInsPerMinute: {
    key: 'APP_FAILED_SIGN_INS_PER_MINUTE',
    kind: 'integer',
    minimum: 4,
    maximum: 100_000,
    default: 20,
    meaning:
      'The most sign-ins that one client address may fail a minute, a quarter of it for one user; then it has to wait.',
    isSecret: false,
  },
  trustedClients: {
    key: 'APP_TRUSTED_CLIENTS',
    kind: 'network-list',
    default: [],
    meaning:
      'Addresses and networks of your own servers that sign in many users, such as a webmail backend: their failures are counted for each user, and not for the address.',
    isSecret: false,
  },
  eventStreams: {
    key: 'APP_EVENT_STREAMS',
    kind: 'integer',
    minimum: 0,
    maximum: 100_000,
    default: 1000,
    meaning:
      'The most streams of events of the whole instance at the same time; 0 for none. One server that clients name, and one client address at such servers, takes at most half.',
    isSecret: false,
  },
  eventStreamsPerAccount: {
    key: 'APP_EVENT_STREAMS_PER_ACCOUNT',
    kind: 'integer',
    minimum: 0,
    maximum: 1000,
    default: 20,
    meaning:
      'The most streams of events of one account at the same time; all of them share one IMAP connection.',
    isSecret: false,
  },
  eventsDays: {
    key: 'APP_EVENTS_DAYS',
    kind: 'integer',
    minimum: 1,
    maximum: 365,
    default: 7,
    meaning:
      'How many days the events of connected accounts are kept. A client or webhook that was away for longer has to read the accounts again.',
    isSecret: false,
  },
  workers: {
    key: 'APP_WORKERS',
    kind: 'integer',
    minimum: 1,
    maximum: 64,
    default: 1,
    meaning:
      'How many processes serve the accounts, each account by one of them; more than 1 when one core is not enough. Not on Windows.',
    isSecret: false,
  },
  requestTimeoutSeconds: {
    key: 'APP_REQUEST_TIMEOUT_SECONDS',
    kind: 'integer',
    minimum: 1,
    maximum: 600,
    default: 30,
    meaning: 'How long a request may wait for mail servers before it fails.',
    isSecret: false,
  },
  stopTimeoutSeconds: {
    key: 'APP_STOP_TIMEOUT_SECONDS',
    kind: 'integer',
    minimum: 1,
    maximum: 3600,
    default: 30,
    meaning: 'How long the process, once told to stop, may go on with what is under way.',
    isSecret: false,
  },
  stopDelaySeconds: {
    key: 'APP_STOP_DELAY_SECONDS',
    kind: 'integer',
    minimum: 0,
    maximum: 600,
    default: 0,
    meaning:
      'How long the process, once told to stop, still takes connections while /health/ready answers 503, before that time.',
    isSecret: false,
  },
  metricsPort: {
    key: 'METRICS_PORT',
    kind: 'integer',
    minimum: 0,
    maximum: 65_535,
    default: null,
    meaning: 'The port that serves /metrics to Prometheus, never that of the API; without it there are none.',
    isSecret: false,
  },
  metricsHost: {
    key: 'METRICS_HOST',
    kind: 'string',
    default: '127.0.0.1',
    meaning: 'The address to serve /metrics on. Nobody is asked for a login there.',
    isSecret: false,
  },
} as const satisfies Readonly<Record<string, AnySettingRow>>;

export type SettingName = keyof typeof settingRows;

type ValueOf<Row> = Row extends {
  readonly kind: 'choice-list';
  readonly choices: readonly (infer Choice)[];
}
  ? readonly Choice[]
  : Row extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Row extends { readonly kind: infer Kind extends SettingKind; readonly default: infer Default }
      ? SettingValue<Kind> | Extract<Default, null>
      : never;

/** Settings with defaults. Null: not set. */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof settingRows)[Name]> };
