import { isAbsolute, resolve } from 'node:path';
import { isNetwork } from '../domain/network/network-text.ts';
import type { DatabaseLocation } from '../domain/values/database-location.ts';
import { EXPECTED_DATABASE_URL, readDatabaseUrl } from './database-url.ts';

interface Kinds {
  readonly string: string;
  readonly boolean: boolean;
  readonly integer: number;
  readonly choice: string;
  readonly url: string;
  /** Below APP_URL, without outer slashes. */
  readonly 'url-path': string;
  /** Absolute; input starts at the installation root. */
  readonly 'file-path': string;
  readonly 'database-url': DatabaseLocation;
  /** `http://HOST:PORT`, for other nodes. */
  readonly 'node-url': string;
  /** In the choices' order. */
  readonly 'choice-list': readonly string[];
  /** `host`, `host:port`, `*.example.org`. */
  readonly 'host-list': readonly string[];
  /** IP addresses and CIDR networks. */
  readonly 'network-list': readonly string[];
}

export type SettingKind = keyof Kinds;

export type SettingValue<Kind extends SettingKind> = Kinds[Kind];

/** Limits; the kind determines the members. */
export interface SettingContext {
  readonly rootDirectory: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly string[];
}

/** Reads trimmed, non-empty text; explains errors. */
export interface SettingReader<Value> {
  readonly read: (text: string, context: SettingContext) => Value | undefined;
  readonly expected: (context: SettingContext) => string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const INTEGER = /^[0-9]{1,10}$/;
const URL_PATH_SEGMENT = /^[A-Za-z0-9._~-]+$/;
const HOST_PATTERN = /^(?:\*\.)?(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[1-9][0-9]{0,4})?$/;

export const settingKinds = {
  string: { read: readString, expected: () => 'text without control characters' },
  boolean: { read: (text) => BOOLEANS.get(text.toLowerCase()), expected: () => 'true or false' },
  integer: { read: readInteger, expected: describeInteger },
  choice: {
    read: (text, { choices = [] }) => choices.find((choice) => choice === text),
    expected: ({ choices = [] }) => `one of ${choices.join(', ')}`,
  },
  url: { read: readUrl, expected: () => 'an http or https URL without user, query and fragment' },
  'url-path': {
    read: readUrlPath,
    expected: () => 'path segments of letters, digits and . _ ~ - joined by /',
  },
  'file-path': { read: readFilePath, expected: () => 'a file name' },
  'database-url': {
    read: (text, { rootDirectory }) => readDatabaseUrl(text, rootDirectory),
    expected: () => EXPECTED_DATABASE_URL,
  },
  'node-url': { read: readNodeUrl, expected: () => 'http://HOST:PORT of this node, without a path' },
  'choice-list': {
    read: (text, { choices = [] }) => {
      const items = readList(text, (item) => choices.includes(item));
      return items?.length ? choices.filter((choice) => items.includes(choice)) : undefined;
    },
    expected: ({ choices = [] }) => `a comma-separated list of ${choices.join(', ')}`,
  },
  'host-list': {
    read: (text) => readList(text, (item) => HOST_PATTERN.test(item)),
    expected: () =>
      'a comma-separated list of host[:port], where *.example.org covers all names below a domain',
  },
  'network-list': {
    read: (text) => readList(text, isNetwork),
    expected: () => 'a comma-separated list of IP addresses or networks such as 10.0.0.0/8',
  },
} satisfies { readonly [Kind in SettingKind]: SettingReader<Kinds[Kind]> };

function readString(text: string): string | undefined {
  return CONTROL_CHARACTER.test(text) ? undefined : text;
}

function readInteger(text: string, { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: SettingContext) {
  const value = Number(text);
  return INTEGER.test(text) && value >= minimum && value <= maximum ? value : undefined;
}

function describeInteger({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: SettingContext): string {
  return `an integer from ${minimum} to ${maximum}`;
}

function readUrl(text: string): string | undefined {
  if (CONTROL_CHARACTER.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  const hasExtras = url.username !== '' || url.password !== '' || text.includes('?') || text.includes('#');
  return isWeb && !hasExtras ? url.href.replace(/\/$/, '') : undefined;
}

/** Private networks have no certificates; requests are signed. */
function readNodeUrl(text: string): string | undefined {
  const url = readUrl(text);
  return url?.startsWith('http:') && new URL(url).pathname === '/' ? url : undefined;
}

function readUrlPath(text: string): string | undefined {
  const segments = text.split('/').filter((segment) => segment !== '');
  const isPath = segments.every(
    (segment) => URL_PATH_SEGMENT.test(segment) && segment !== '.' && segment !== '..',
  );
  return isPath && segments.length > 0 ? segments.join('/') : undefined;
}

function readFilePath(text: string, { rootDirectory }: SettingContext): string | undefined {
  if (CONTROL_CHARACTER.test(text)) return undefined;
  return isAbsolute(text) ? text : resolve(rootDirectory, text);
}

function readList(text: string, isItem: (item: string) => boolean): readonly string[] | undefined {
  const items = text.split(',').flatMap((item) => item.trim() || []);
  return items.every(isItem) ? items : undefined;
}
