/** Header values with parameters: Content-Type and Content-Disposition (RFC 2045 §5.1, RFC 2183). */
import type { OctetText } from '../octet-text.ts';
import { QUOTED_STRING, TextScanner, unquote } from './text-scanner.ts';

/** The value before the first `;`, and the parameters in their order with names as written. */
export interface ParameterizedValue {
  readonly value: OctetText;
  readonly parameters: readonly (readonly [name: OctetText, value: OctetText])[];
}

/** More are ignored; as Dovecot, which cuts parameter bombs at this number. */
const MAX_PARAMETERS = 128;
const SEPARATOR = /[\s;]*/y;
const NAME = /[^\s=;"()]+/y;
const EQUALS = /\s*=\s*/y;
const TOKEN = /[^;\s"]*/y;
const UP_TO_COMMENT = /(?:[^"(]|"(?:[^"\\]|\\[\s\S])*"?)*/y;
const UP_TO_SEPARATOR = /[^;]*/y;

/** Reads as much as is well formed; parameters that are not are left out. */
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

/** The first parameter of this name (in lower case), or undefined. */
export function parameterOf(value: ParameterizedValue, name: string): OctetText | undefined {
  return value.parameters.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

/** Removes comments; quoted strings are left alone. */
function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  const scanner = new TextScanner(text);
  let kept = '';
  do kept += scanner.take(UP_TO_COMMENT);
  while (scanner.takeComment() !== undefined);
  return kept;
}
