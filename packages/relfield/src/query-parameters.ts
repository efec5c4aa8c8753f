/** Reads the raw query string; frameworks cannot, since their parsers turn a raw `+` into a space. */

import { decodeForm } from './percent-decoding.ts';

/** One parameter of a query: the decoded name, and the value as it came over the wire. */
export interface QueryParameter {
  readonly name: string;
  /** Undecoded: the owner of the name decides how its value is read (JSON:API 1.1 §appendix-query-details-parsing). */
  readonly rawValue: string;
}

/** Returns the raw query of a request target: what follows the first `?`, or nothing. */
export function rawQuery(target: string): string {
  const start = target.indexOf('?');
  return start === -1 ? '' : target.slice(start + 1);
}

/**
 * Splits a raw query into parameters in the order sent.
 * Only `&` separates, empty segments are skipped, a missing `=` means an empty value. Names are form-decoded,
 * so `[`, `]` and `:` are the same raw and encoded. Repeated names are kept.
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
