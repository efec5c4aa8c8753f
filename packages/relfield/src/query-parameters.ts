/** Frameworks' parsers turn a raw `+` into a space. */

import { decodeForm } from './percent-decoding.ts';

/** A query parameter with decoded name and raw value. */
export interface QueryParameter {
  readonly name: string;
  /** Raw: the name's owner decides the decoding (JSON:API 1.1 §appendix-query-details-parsing). */
  readonly rawValue: string;
}

/** The text after the first `?`. */
export function rawQuery(target: string): string {
  const start = target.indexOf('?');
  return start === -1 ? '' : target.slice(start + 1);
}

/**
 * Splits a raw query at `&`; skips empty segments, keeps repeats. Names are form-decoded: raw and encoded
 * `[`, `]` and `:` are equal.
 */
export function readQueryParameters(query: string): readonly QueryParameter[] {
  const parameters: QueryParameter[] = [];
  for (const segment of query.split('&')) {
    if (segment === '') continue;
    const equals = segment.indexOf('=');
    const rawName = equals === -1 ? segment : segment.slice(0, equals);
    parameters.push({ name: decodeForm(rawName), rawValue: equals === -1 ? '' : segment.slice(equals + 1) });
  }
  return parameters;
}
