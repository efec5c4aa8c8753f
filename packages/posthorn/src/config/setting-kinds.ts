/** The kinds of settings: how the text of a dotenv value becomes a value. */

import { isIPv4, isIPv6 } from 'node:net';
import { isAbsolute, resolve } from 'node:path';

interface Kinds {
  readonly string: string;
  readonly boolean: boolean;
  readonly integer: number;
  readonly choice: string;
  readonly url: string;
  /** A path below APP_URL: segments joined by `/`, without one at either end. */
  readonly 'url-path': string;
  /** An absolute file name; relative ones start at the installation root. */
  readonly 'file-path': string;
  /** Patterns `host`, `host:port`, `*.example.org`. */
  readonly 'host-list': readonly string[];
  /** IP addresses and networks in CIDR notation. */
  readonly 'network-list': readonly string[];
}

export type SettingKind = keyof Kinds;

/** The type of a setting's value. */
export type SettingValue<Kind extends SettingKind> = Kinds[Kind];

/** What the kinds need apart from the text. Which members a row has follows from its kind. */
export interface SettingContext {
  readonly rootDirectory: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly string[];
}

/** One kind: how to read a trimmed text that is not empty, and the error text when that fails. */
export interface SettingReader<Value> {
  /** The value, or undefined when the text is not of this kind. */
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
const PREFIX_LENGTH = /^[0-9]{1,3}$/;

/** One reader per kind. */
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

function isNetwork(text: string): boolean {
  const [address = '', prefixLength, ...rest] = text.split('/');
  const maximum = isIPv4(address) ? 32 : isIPv6(address) ? 128 : undefined;
  if (maximum === undefined || rest.length > 0) return false;
  return prefixLength === undefined || (PREFIX_LENGTH.test(prefixLength) && Number(prefixLength) <= maximum);
}
