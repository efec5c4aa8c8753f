import type { InboxServer, OutboxSecurity } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { CONNECTION_DATA_HEADER } from './connection-data.ts';

/** The client's sender. */
export interface SenderData {
  readonly address?: string;
  readonly name?: string;
}

/** The client's sending server. */
export interface OutboxData {
  readonly host: string;
  readonly port: number;
  readonly security: OutboxSecurity;
  readonly user?: string;
  readonly password?: string;
}

/** Validated, without the login. */
export interface ConnectionData {
  readonly inbox: InboxServer;
  readonly outbox?: OutboxData;
  readonly from: SenderData;
  readonly replyTo: SenderData;
}

type Fields = ReadonlyMap<string, unknown>;

const KEYS: ReadonlySet<string> = new Set([
  'user',
  'inbox_auth',
  'inbox_type',
  'inbox_address',
  'inbox_port',
  'inbox_ssl',
  'from',
  'replyTo',
  'outbox_address',
  'outbox_port',
  'outbox_secure',
  'outbox_user',
  'outbox_password',
]);
/** Errors repeat no others: they could be misplaced values. */
const KEY_NAME = /^[A-Za-z_]{1,30}$/;
const MAX_PORT = 65_535;
/** None: no encryption, subject to the host policy. */
const SECURITIES: ReadonlyMap<unknown, OutboxSecurity> = new Map([
  ['ssl', 'ssl'],
  ['tls', 'tls'],
  ['starttls', 'starttls'],
  [undefined, 'none'],
]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Validates and copies. Unknown keys are refused: libraries could take them as options. Null and empty text
 * are missing. Throws `invalid-parameter` with the key, not the value.
 */
export function readConnectionData(data: unknown): ConnectionData {
  const fields = toFields(data);
  const unknownKey = [...fields.keys()].find((key) => !KEYS.has(key));
  if (unknownKey !== undefined) throw unknown(unknownKey);
  optional(fields, 'inbox_type', readType);
  const outbox = readOutbox(fields);
  return {
    inbox: {
      type: 'IMAP',
      host: required(fields, 'inbox_address', readText),
      port: required(fields, 'inbox_port', readPort),
      isTls: optional(fields, 'inbox_ssl', readBoolean) ?? true,
    },
    ...(outbox && { outbox }),
    from: optional(fields, 'from', readSender) ?? {},
    replyTo: optional(fields, 'replyTo', readSender) ?? {},
  };
}

function toFields(data: unknown): Fields {
  if (data === undefined) throw invalid('is missing');
  if (!isObject(data)) throw invalid('must be a JSON object');
  return new Map(Object.entries(data).filter(([, value]) => value !== null && value !== ''));
}

function readOutbox(fields: Fields): OutboxData | undefined {
  if (!fields.has('outbox_address')) return undefined;
  const user = optional(fields, 'outbox_user', readText);
  const password = optional(fields, 'outbox_password', readPassword);
  return {
    host: required(fields, 'outbox_address', readText),
    port: required(fields, 'outbox_port', readPort),
    security: readSecurity(fields.get('outbox_secure')),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
  };
}

function readSecurity(value: unknown): OutboxSecurity {
  const security = SECURITIES.get(value);
  if (security === undefined) throw invalid('needs outbox_secure to be ssl, tls or starttls');
  return security;
}

function required<Value>(fields: Fields, key: string, read: (value: unknown, key: string) => Value): Value {
  if (!fields.has(key)) throw invalid(`needs ${key}`);
  return read(fields.get(key), key);
}

function optional<Value>(
  fields: Fields,
  key: string,
  read: (value: unknown, key: string) => Value,
): Value | undefined {
  return fields.has(key) ? read(fields.get(key), key) : undefined;
}

function readText(value: unknown, key: string): string {
  const isText = typeof value === 'string' && value.isWellFormed();
  if (!isText || CONTROL_CHARACTER.test(value)) throw invalid(`needs ${key} to be text`);
  return value;
}

function readPassword(value: unknown, key: string): string {
  if (typeof value !== 'string') throw invalid(`needs ${key} to be text`);
  return value;
}

function readPort(value: unknown, key: string): number {
  const isPort = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_PORT;
  if (!isPort) throw invalid(`needs ${key} to be an integer from 1 to ${MAX_PORT}`);
  return value;
}

/** Clients return this attribute of MailAccount. */
function readType(value: unknown, key: string): void {
  if (String(value).toUpperCase() !== 'IMAP') throw invalid(`needs ${key} to be IMAP`);
}

function readBoolean(value: unknown, key: string): boolean {
  if (typeof value !== 'boolean') throw invalid(`needs ${key} to be true or false`);
  return value;
}

function readSender(value: unknown, key: string): SenderData {
  if (!isObject(value)) throw invalid(`needs ${key} to be an object with name and address`);
  const parts = new Map(Object.entries(value).filter(([, part]) => part !== null && part !== ''));
  const address = optional(parts, 'address', (part) => readText(part, `${key}.address`));
  const name = optional(parts, 'name', (part) => readText(part, `${key}.name`));
  return { ...(address !== undefined && { address }), ...(name !== undefined && { name }) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknown(key: string): MailError {
  const known = [...KEYS].join(', ');
  const named = KEY_NAME.test(key) ? `the key ${key}, which` : 'a key that';
  return invalid(`has ${named} is not known. The keys are ${known}`, 'has a key that is not known');
}

/** `reason` is for the log. */
function invalid(what: string, reason?: string): MailError {
  return new MailError('invalid-parameter', {
    detail: `The header ${CONNECTION_DATA_HEADER} ${what}.`,
    ...(reason !== undefined && { reason: `The header ${CONNECTION_DATA_HEADER} ${reason}.` }),
    parameter: CONNECTION_DATA_HEADER,
  });
}
