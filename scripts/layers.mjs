/** The layers of `packages/posthorn/src`: what each folder is, and what its files may import. */

/** What the folders of `http` share. */
const HTTP_BASE = ['http/answer', 'http/request', 'http/route', 'http/openapi'];

/**
 * One row a folder, from the inside out. `adapters/*` means each folder of `adapters` without a row of
 * its own; those import nothing of each other.
 * `imports` are folders; files of one folder may always import each other.
 */
export const LAYERS = {
  domain: {
    what: 'the mail domain model: accounts, mailboxes, messages, errors. Pure',
    imports: [],
  },
  message: {
    what: 'decoding of message octets: header fields, addresses, dates, charsets, parts, previews. Pure',
    imports: ['domain'],
  },
  'application/ports': {
    what: 'what the services need of the world, as interfaces',
    imports: ['domain'],
  },
  application: {
    what: 'one service per resource',
    imports: ['domain', 'application/ports'],
  },
  'adapters/*': {
    what: 'one folder per outside technology: `imap`, `smtp`, `mime`, `spool`, `auth`, `network`, `html`, `workers`, `memory`, `secrets`, `database`, `oauth`, `webhooks`',
    imports: ['domain', 'message', 'application/ports'],
  },
  'adapters/workers': {
    what: 'the worker threads that read mail, and their jobs',
    imports: ['domain', 'message', 'application/ports', 'adapters/html'],
  },
  resources: {
    what: 'resources of the API as version 1 and agents show them: ids, addresses, fields, documents. Without Fastify',
    imports: ['domain', 'application', 'application/ports'],
  },
  'http/answer': {
    what: 'what both API versions send: problems, headers, tags, files, ranges',
    imports: ['domain'],
  },
  'http/request': {
    what: 'what clients send: the login, paths, parameters, bodies, files; the lifetime of a request',
    imports: ['domain', 'application', 'application/ports', 'http/answer'],
  },
  'http/route': {
    what: 'what the server expects of a version of the API: its routes and their services',
    imports: ['domain', 'application', 'application/ports', 'http/answer', 'http/request'],
  },
  'http/openapi': {
    what: 'what describes both API versions, and the page that shows the descriptions',
    imports: ['domain', 'http/answer', 'http/request', 'http/route'],
  },
  'http/cors': {
    what: 'what pages of other origins may do',
    imports: ['domain', 'http/answer', 'http/request'],
  },
  'http/peers': {
    what: 'the way of requests between worker processes and between nodes: who owns an account, and how its requests get there',
    imports: ['domain', 'http/request'],
  },
  'http/v0': {
    what: 'version 0: the contract of conjoon clients',
    imports: ['domain', 'application', 'application/ports', 'resources', ...HTTP_BASE],
  },
  'http/v1': {
    what: 'version 1: JSON:API with relfield',
    imports: ['domain', 'application', 'application/ports', 'resources', ...HTTP_BASE],
  },
  'http/connect': {
    what: 'the page on which a person connects a mailbox, and the address to which providers return',
    imports: ['domain', 'application', 'http/answer', 'http/request'],
  },
  'http/server': {
    what: 'the Fastify server: hooks, pages, logs, limits, shutdown',
    imports: [
      ...['domain', ...HTTP_BASE, 'http/cors', 'http/peers', 'http/connect'],
      ...['http/v0', 'http/v1'],
    ],
  },
  config: {
    what: 'settings and configuration files, checked at start',
    imports: ['domain'],
  },
  observability: {
    what: 'the logger, metrics (prom-client) and traces (OpenTelemetry); other layers report to it through ports',
    imports: [],
  },
  composition: {
    what: 'builds the services and the server from a configuration',
    imports: [
      ...['domain', 'application', 'application/ports', 'adapters/*', 'resources'],
      ...['http/server', 'http/cors', 'http/peers', 'config', 'observability'],
    ],
  },
  processes: {
    what: '`posthorn serve --workers`: the primary process, its workers, and what they tell each other',
    imports: [
      'composition',
      'config',
      'domain',
      'observability',
      'adapters/*',
      'application',
      'application/ports',
      'http/peers',
    ],
  },
  demo: {
    what: "the demo's mail and servers",
    imports: ['composition', 'config', 'domain'],
  },
  migration: {
    what: 'imports an installation of lumen-app-email: reads its PHP arrays, writes our files',
    imports: ['composition', 'config', 'domain'],
  },
  doctor: {
    what: '`posthorn doctor`: checks the servers of an account step by step and advises',
    imports: ['adapters/*', 'application', 'application/ports', 'composition', 'config', 'domain'],
  },
  trial: {
    what: '`posthorn try`: opens one mailbox that its address leads to, and serves it with nothing stored',
    imports: ['adapters/*', 'application', 'application/ports', 'composition', 'config', 'doctor', 'domain'],
  },
  oauth: {
    what: '`posthorn oauth:token`: signs a person in at an authorization server (oauth4webapi)',
    imports: ['domain', 'adapters/*'],
  },
  cli: {
    what: 'the `posthorn` command',
    imports: [
      ...['composition', 'config', 'demo', 'doctor', 'migration', 'oauth'],
      ...['trial', 'processes', 'domain', 'observability'],
    ],
  },
  '.': {
    what: '`bindings.ts`, the one module that the package exports',
    imports: ['domain', 'application/ports', 'composition'],
  },
};

/** npm package -> the folders that may import it; `@scope/*` means all packages of a scope. Built-in modules are free. */
export const PACKAGES = {
  '@fastify/*': ['http/request', 'http/openapi', 'http/server'],
  '@inquirer/prompts': ['cli'],
  '@opentelemetry/api': ['observability'],
  commander: ['cli'],
  fastify: [
    ...['http/answer', 'http/request', 'http/route', 'http/openapi', 'http/cors', 'http/v0', 'http/v1'],
    ...['http/connect', 'http/server', 'composition'],
  ],
  htmlparser2: ['message', 'adapters/network'],
  'iconv-lite': ['message'],
  'ipaddr.js': ['adapters/network'],
  kysely: ['adapters/database'],
  libsql: ['adapters/database'],
  'lru-cache': ['application', 'adapters/database', 'adapters/imap', 'adapters/memory'],
  'nodemailer/lib/mime-funcs': ['adapters/mime'],
  'nodemailer/lib/qp': ['adapters/mime'],
  'nodemailer/lib/smtp-connection': ['adapters/smtp'],
  oauth4webapi: ['oauth', 'adapters/oauth'],
  pg: ['adapters/database'],
  'php-parser': ['migration'],
  pino: ['observability', 'composition', 'http/server'],
  'posthorn-imap': ['adapters/imap'],
  'posthorn-imap/sasl': ['adapters/smtp'],
  'posthorn-imap/tls': ['adapters/smtp', 'composition'],
  'posthorn-sandbox': ['demo'],
  'prom-client': ['observability'],
  re2js: ['config'],
  relfield: ['http/answer', 'http/request', 'http/v1', 'resources'],
  'sanitize-html': ['adapters/html'],
  standardwebhooks: ['adapters/webhooks'],
};
