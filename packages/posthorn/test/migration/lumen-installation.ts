/** Installations of lumen-app-email in temporary folders. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createImportJournal } from '../../src/migration/import-journal.ts';
import { readPhpFile } from '../../src/migration/read-php-file.ts';
import { readSourceEnvironment } from '../../src/migration/source-environment.ts';

export interface LumenInstallation {
  /** The installation of lumen-app-email. */
  readonly source: string;
  /** Where an installation of Posthorn may be made; missing at first. */
  readonly root: string;
  write(path: string, text: string | Uint8Array): void;
  /** A file of the new installation. */
  read(path: string): string;
  /** The permissions of a file of the new installation, in octal. */
  modeOf(path: string): string;
  remove(): void;
}

/** An installation with the given files, by their names. */
export function createLumenInstallation(files: Readonly<Record<string, string>> = {}): LumenInstallation {
  const base = mkdtempSync(join(tmpdir(), 'posthorn-migration-'));
  const source = join(base, 'lumen');
  const root = join(base, 'posthorn');
  // Node would look for a package.json above the folder.
  writeFileSync(join(base, 'package.json'), '{"type":"module"}');
  mkdirSync(source);
  const write: LumenInstallation['write'] = (path, text) => {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    source,
    root,
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    modeOf: (path) => (statSync(join(root, path)).mode & 0o777).toString(8),
    remove: () => rmSync(base, { recursive: true }),
  };
}

/** What a PHP file gives, with its problems as `line: text` and its notes. */
export function readPhp(text: string, env = '') {
  const journal = createImportJournal();
  const environment = readSourceEnvironment(env);
  const value = readPhpFile({ name: 'x.php', text }, { environment, journal });
  return {
    value,
    problems: journal.problems.map((problem) => `${problem.line ?? '-'}: ${problem.text}`),
    notes: journal.notes.map((note) => note.text),
  };
}

/** The `.env` that lumen-app-email ships as an example, with a key of its framework. */
export const LUMEN_ENV = `APP_NAME=lumen-app-email
APP_ENV=production
APP_KEY=base64:c2VjcmV0
APP_DEBUG=false
APP_URL=https://mail.example.org/backend
APP_EMAIL_PATH=rest-api-email
APP_AUTH_PATH=rest-imapuser
AUTH_PROVIDER=single-imap-user
`;

/** Its CORS configuration. */
export const LUMEN_CORS = `<?php
return [
    'paths' => ['*'],
    'allowed_methods' => ['*'],
    'allowed_origins' => ['*'],
    'allowed_origins_patterns' => [],
    'allowed_headers' => ['*'],
    'exposed_headers' => [],
    'max_age' => 0,
    'supports_credentials' => false,
];
`;

interface Server {
  readonly id: string;
  readonly inbox: string;
  readonly outbox: string;
  readonly port: number;
  readonly secure: string;
  readonly subscriptions: string;
  readonly match: string;
}

/** Its mail servers, with their shortcomings: dots without a backslash, Yahoo's encryption. */
export const LUMEN_SERVERS: readonly Server[] = [
  {
    id: 'GMail',
    inbox: 'imap.gmail.com',
    outbox: 'smtp.gmail.com',
    port: 465,
    secure: 'ssl',
    subscriptions: '"INBOX", "[Gmail]", "[Google Mail]"',
    match: '"/\\@(googlemail.)(com)$/mi", "/\\@(gmail.)(com)$/mi"',
  },
  {
    id: 'outlook.com',
    inbox: 'outlook.office365.com',
    outbox: 'smtp-mail.outlook.com',
    port: 587,
    secure: 'tls',
    subscriptions: '',
    match: '"/\\@(outlook.)(com)$/mi"',
  },
  {
    id: 'Yahoo',
    inbox: 'imap.mail.yahoo.com',
    outbox: 'smtp.mail.yahoo.com',
    port: 587,
    secure: 'ssl',
    subscriptions: '"INBOX"',
    match: '"/\\@(yahoo.)(com)$/mi"',
  },
  {
    id: 'AOL',
    inbox: 'imap.aol.com',
    outbox: 'smtp.aol.com',
    port: 465,
    secure: 'ssl',
    subscriptions: '',
    match: '"/\\@(aol.)(com)$/mi"',
  },
  {
    id: 'Freenet',
    inbox: 'mx.freenet.de',
    outbox: 'mx.freenet.de',
    port: 587,
    secure: 'tls',
    subscriptions: '"INBOX"',
    match: '"/\\@(freenet.)(de)$/mi"',
  },
  {
    id: 'gmx',
    inbox: 'imap.gmx.net',
    outbox: 'mail.gmx.net',
    port: 587,
    secure: 'tls',
    subscriptions: '',
    match: '"/\\@(gmx.)(de|net)$/mi"',
  },
  {
    id: 'web.de',
    inbox: 'imap.web.de',
    outbox: 'smtp.web.de',
    port: 587,
    secure: 'tls',
    subscriptions: '',
    match: '"/\\@(web.)(de)$/mi"',
  },
];

/** A `imapserver.php` with the servers. */
export function writePhpServers(servers: readonly Server[]): string {
  const entries = servers.map(
    (server) => `    [
        "id"              => "${server.id}",
        "inbox_type"      => "IMAP",
        "inbox_address"   => '${server.inbox}',
        "inbox_port"      => 993,
        "inbox_ssl"       => true,
        "outbox_address"  => "${server.outbox}",
        "outbox_port"     => ${server.port},
        "outbox_secure"   => "${server.secure}",
        "subscriptions"   => [${server.subscriptions}],
        "match"           => [${server.match}]
    ]`,
  );
  return `<?php\n/**\n * The mail servers.\n */\nreturn [\n${entries.join(',\n')}\n];\n`;
}
