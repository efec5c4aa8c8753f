/** Finds what is probably not meant in a mail server entry that works. */
import { parsePhpExpression } from '../config/php-expression.ts';
import { hasSingleCharacterDot } from '../config/single-character-dot.ts';
import { isPhpArray, type PhpArray, type PhpValue } from './php-value.ts';

/** Port and encryption that do not go together, with what the port is for. */
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

/** Remarks on the entry, as parts of a sentence about it; none for a good one. */
export function checkMailServer(entry: PhpArray): readonly string[] {
  return [...checkPorts(entry), ...checkPatterns(entry)];
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
