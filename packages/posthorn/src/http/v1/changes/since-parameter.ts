/** The parameters of requests for changes. */
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { badParameter, singleValueOf } from '../query/query-values.ts';

/** The names of the parameters. */
export const SINCE = 'since';
export const CHANGES_LIMIT = 'page[limit]';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const DIGITS = /^[0-9]{1,3}$/;

/** The last state that the client received; null for a client that begins now. Throws RequestProblems. */
export function parseSince(parameters: QueryParameters): string | null {
  return singleValueOf(parameters, SINCE) ?? null;
}

/** The most messages of one page. Throws RequestProblems. */
export function parseChangesLimit(parameters: QueryParameters): number {
  const text = singleValueOf(parameters, CHANGES_LIMIT);
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = DIGITS.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT) throw badParameter(CHANGES_LIMIT, `must be from 1 to ${MAX_LIMIT}`);
  return limit;
}
