import { parsePhpExpression } from '../config/php-expression.ts';
import { hasSingleCharacterDot } from '../config/single-character-dot.ts';
import { isPhpArray, type PhpArray, type PhpValue } from './php-value.ts';

/** Ports unfit for their encryption. */
const MISFITS: readonly {
  readonly encryption: string;
  readonly values: readonly PhpValue[];
  readonly port: string;
  readonly number: number;
  readonly meaning: string;
}[] = [
  {
    encryption: 'inbox_ssl',
    values: [true],
    port: 'inbox_port',
    number: 143,
    meaning: 'without TLS from the start',
  },
  {
    encryption: 'inbox_ssl',
    values: [false],
    port: 'inbox_port',
    number: 993,
    meaning: 'with TLS from the start',
  },
  {
    encryption: 'outbox_secure',
    values: ['ssl'],
    port: 'outbox_port',
    number: 587,
    meaning: 'for tls or starttls',
  },
  {
    encryption: 'outbox_secure',
    values: ['tls', 'starttls', 'none'],
    port: 'outbox_port',
    number: 465,
    meaning: 'for ssl',
  },
];

const MICROSOFT =
  "Microsoft takes OAuth 2.0 only since September 2024: set auth: ['bearer'], and users need an access token (docs/oauth.md)";

/** Servers refusing passwords, and the alternative. */
const DEAD_SERVERS: ReadonlyMap<PhpValue, string> = new Map([
  ['outlook.office365.com', MICROSOFT],
  ['imap-mail.outlook.com', MICROSOFT],
]);
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|::1)$/;

/** A valid entry's probable mistakes, as parts of a sentence. */
export function checkMailServer(entry: PhpArray): readonly string[] {
  return [...checkLife(entry), ...checkPorts(entry), ...checkClearText(entry), ...checkPatterns(entry)];
}

function checkLife(entry: PhpArray): readonly string[] {
  const address = entry.get('inbox_address') ?? null;
  const reason = DEAD_SERVERS.get(typeof address === 'string' ? address.toLowerCase() : address);
  return reason === undefined ? [] : [`nobody can sign in to ${address}: ${reason}`];
}

function checkClearText(entry: PhpArray): readonly string[] {
  const isRemote = (key: string): boolean => !LOOPBACK.test(String(entry.get(key) ?? 'localhost'));
  return [
    ...(entry.get('inbox_ssl') === false && isRemote('inbox_address')
      ? ['inbox_ssl is false, so passwords go in clear text where the server offers no STARTTLS']
      : []),
    ...(entry.get('outbox_secure') === 'none' && isRemote('outbox_address')
      ? ['outbox_secure is none, so passwords go in clear text where the server offers no STARTTLS']
      : []),
  ];
}

function checkPorts(entry: PhpArray): readonly string[] {
  return MISFITS.filter(
    ({ encryption, values, port, number }) =>
      entry.get(port) === number && values.includes(entry.get(encryption) ?? null),
  ).map(
    ({ encryption, port, number, meaning }) =>
      `${port} ${number} is mostly ${meaning}, but ${encryption} is ${entry.get(encryption)}`,
  );
}

function checkPatterns(entry: PhpArray): readonly string[] {
  const match = entry.get('match') ?? null;
  const sources = isPhpArray(match) ? [...match.values()] : [match];
  return sources
    .filter(isDotForgotten)
    .map(
      (source) =>
        `match ${source} has a dot without a backslash, which any character matches (gmail.com: gmailXcom)`,
    );
}

function isDotForgotten(source: PhpValue): boolean {
  if (typeof source !== 'string') return false;
  const expression = parsePhpExpression(source);
  return 'body' in expression && hasSingleCharacterDot(expression.body);
}
