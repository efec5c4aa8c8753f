import type { InboxServer, MailAccountId, OutboxSecurity } from '../domain/accounts/mail-account.ts';
import type { MailServerEntry, UserNamePattern } from '../domain/accounts/mail-server-entry.ts';
import { type MailboxName, parseMailboxName } from '../domain/mailboxes/mailbox-name.ts';
import type { ConfigurationProblem } from './configuration-error.ts';
import { createFieldReader, type FieldReader, type FieldRule } from './field-reader.ts';
import { compileMatchPattern } from './match-pattern.ts';
import { readSignInOptions, SIGN_IN_KEYS } from './read-sign-in-options.ts';
import { showValue } from './show-value.ts';

export type MailServerEntryReading =
  | { readonly entry: MailServerEntry }
  | { readonly problems: readonly ConfigurationProblem[] };

/** lumen-app-email's, `subscriptions` and sign-in keys. */
export const mailServerKeys: ReadonlySet<string> = new Set([
  'id',
  'inbox_type',
  'inbox_address',
  'inbox_port',
  'inbox_ssl',
  'outbox_address',
  'outbox_port',
  'outbox_secure',
  'match',
  'root',
  'subscriptions',
  ...SIGN_IN_KEYS,
]);

/** A URL segment. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const ID = /^(?!\.{1,2}$)[^\u0000-\u001f\u007f-\u009f/]{1,64}$/;
/** No URLs, user names or lists; the host policy checks the grammar. */
const HOST = /^[A-Za-z0-9._:-]{1,253}$/;
const MAX_PORT = 65_535;
const SECURITIES: ReadonlyMap<unknown, OutboxSecurity> = new Map([
  ['ssl', 'ssl'],
  ['tls', 'tls'],
  ['starttls', 'starttls'],
  ['none', 'none'],
  ['', 'none'],
]);
/** Most servers have other folders below. */
const DEFAULT_ROOTS = ['INBOX' as MailboxName];

const id: FieldRule<MailAccountId> = {
  expected: 'a text of 1 to 64 characters without slashes and control characters',
  parse: (value) => (typeof value === 'string' && ID.test(value) ? (value as MailAccountId) : undefined),
};
const inboxType: FieldRule<InboxServer['type']> = {
  expected: '"IMAP"',
  parse: (value) => (typeof value === 'string' && value.toUpperCase() === 'IMAP' ? 'IMAP' : undefined),
};
const host: FieldRule<string> = {
  expected: 'a DNS name or an IP address',
  parse: (value) => (typeof value === 'string' && HOST.test(value) ? value : undefined),
};
const port: FieldRule<number> = {
  expected: 'an integer from 1 to 65535',
  parse: (value) => (isPort(value) ? value : undefined),
};
const isTls: FieldRule<boolean> = {
  expected: 'true or false',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
};
const security: FieldRule<OutboxSecurity> = {
  expected: '"ssl", "tls", "starttls", or "none" for clear text',
  parse: (value) => SECURITIES.get(value),
};
const roots: FieldRule<readonly MailboxName[]> = {
  expected: 'a list of mailbox names',
  parse: readMailboxNames,
};

const match: FieldRule<readonly (string | RegExp)[]> = {
  expected: 'one or more regular expressions for user names',
  parse: readSources,
};

/** Entry, or all problems. `label` names it. */
export function readMailServerEntry(value: unknown, label: string): MailServerEntryReading {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problems: [{ key: label, expected: 'an object', got: showValue(value) }] };
  }
  const reader = createFieldReader(label, value);
  const accountId = reader.take('id', id);
  const inbox = readInbox(reader);
  const outbox = readOutbox(reader);
  const patterns = readPatterns(reader);
  const rootNames = readRoots(reader);
  const signIn = readSignInOptions(reader, label);
  reader.reportUnknownFields(mailServerKeys);

  const isComplete = accountId !== undefined && inbox !== undefined && rootNames !== undefined;
  if (!isComplete || reader.problems.length > 0) return { problems: reader.problems };
  return {
    entry: { id: accountId, inbox, ...(outbox && { outbox }), patterns, roots: rootNames, ...signIn },
  };
}

function readInbox(reader: FieldReader): InboxServer | undefined {
  const type = reader.takeOr('inbox_type', inboxType, 'IMAP');
  const address = reader.take('inbox_address', host);
  const portNumber = reader.take('inbox_port', port);
  const hasTls = reader.take('inbox_ssl', isTls);
  const isComplete = type !== undefined && address !== undefined && portNumber !== undefined;
  if (!isComplete || hasTls === undefined) return undefined;
  return { type, host: address, port: portNumber, isTls: hasTls };
}

function readOutbox(reader: FieldReader): MailServerEntry['outbox'] {
  if (!['outbox_address', 'outbox_port', 'outbox_secure'].some((key) => reader.has(key))) return undefined;
  const address = reader.take('outbox_address', host);
  const portNumber = reader.take('outbox_port', port);
  const encryption = reader.take('outbox_secure', security);
  if (address === undefined || portNumber === undefined || encryption === undefined) return undefined;
  return { host: address, port: portNumber, security: encryption };
}

function readPatterns(reader: FieldReader): readonly UserNamePattern[] {
  const sources = reader.take('match', match) ?? [];
  const patterns: UserNamePattern[] = [];
  for (const source of sources) {
    const compiled = compileMatchPattern(source);
    if ('pattern' in compiled) patterns.push(compiled.pattern);
    else
      reader.report('match', {
        expected: 'an expression such as /@example\\.org$/i',
        got: `${showValue(source)}: ${compiled.reason}`,
      });
  }
  return patterns;
}

/** lumen-app-email renamed `root` to `subscriptions`. */
function readRoots(reader: FieldReader): readonly MailboxName[] | undefined {
  if (!reader.has('subscriptions')) return reader.takeOr('root', roots, DEFAULT_ROOTS);
  if (reader.has('root'))
    reader.report('subscriptions', { expected: 'only one of root and subscriptions', got: 'both' });
  return reader.take('subscriptions', roots);
}

function readMailboxNames(value: unknown): readonly MailboxName[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = value.flatMap((name) => (typeof name === 'string' ? (parseMailboxName(name) ?? []) : []));
  return names.length === value.length ? names : undefined;
}

function readSources(value: unknown): readonly (string | RegExp)[] | undefined {
  const sources: readonly unknown[] = Array.isArray(value) ? value : [value];
  const expressions = sources.filter((source) => typeof source === 'string' || source instanceof RegExp);
  return expressions.length === sources.length && sources.length > 0 ? expressions : undefined;
}

function isPort(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_PORT;
}
