/** RFC 2045 §5.1, RFC 2183. */
import type { OctetText } from '../octet-text.ts';
import { QUOTED_STRING, TextScanner, unquote } from './text-scanner.ts';

/** Parameters in order, names as written. */
export interface ParameterizedValue {
  readonly value: OctetText;
  readonly parameters: readonly (readonly [name: OctetText, value: OctetText])[];
}

/** As in Dovecot. */
const MAX_PARAMETERS = 128;
const SEPARATOR = /[\s;]*/y;
const NAME = /[^\s=;"()]+/y;
const EQUALS = /\s*=\s*/y;
const TOKEN = /[^;\s"]*/y;
const UP_TO_COMMENT = /(?:[^"(]|"(?:[^"\\]|\\[\s\S])*"?)*/y;
const UP_TO_SEPARATOR = /[^;]*/y;

/** Drops malformed parameters. */
export function parseParameterizedValue(text: OctetText): ParameterizedValue {
  const scanner = new TextScanner(withoutComments(text));
  const value = scanner.take(UP_TO_SEPARATOR).trim();
  const parameters: [OctetText, OctetText][] = [];
  while (!scanner.isAtEnd && parameters.length < MAX_PARAMETERS) {
    scanner.take(SEPARATOR);
    const name = scanner.take(NAME);
    if (name !== '' && scanner.take(EQUALS) !== '') {
      parameters.push([name, unquote(scanner.take(QUOTED_STRING) || scanner.take(TOKEN))]);
    }
    scanner.take(UP_TO_SEPARATOR);
  }
  return { value, parameters };
}

/** The first of this lower-case name. */
export function parameterOf(value: ParameterizedValue, name: string): OctetText | undefined {
  return value.parameters.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  const scanner = new TextScanner(text);
  let kept = '';
  do kept += scanner.take(UP_TO_COMMENT);
  while (scanner.takeComment() !== undefined);
  return kept;
}
