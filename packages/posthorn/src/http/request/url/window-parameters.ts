import type { MessageWindow } from '../../../domain/messages/message-query.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { invalidParameter, type QueryParameters, singleValue } from './query-parameters.ts';

/** Covers every message count (RFC 9051: 32 bits). */
const INTEGER_TEXT = /^-?[0-9]{1,10}$/;

/** A route's window limits. */
export interface WindowRules {
  /** Larger limits are refused: clients would take the rows for all. */
  readonly maxRows: number;
  /** Requests by id return all by default. */
  readonly isLimitOptional: boolean;
}

/**
 * The window of `start` and `limit`; null for all (negative limit). Throws RequestProblems `invalid-parameter` for a
 * non-integer, a negative start, a limit of 0 or above the maximum, and a missing required one.
 */
export function parseWindow(parameters: QueryParameters, rules: WindowRules): MessageWindow | null {
  const { start, limit } = collectProblems({
    start: () => parseStart(parameters),
    limit: () => parseLimit(parameters, rules),
  });
  return limit < 0 ? null : { start, limit };
}

function parseStart(parameters: QueryParameters): number {
  const start = parseInteger(parameters, 'start') ?? 0;
  if (start < 0) throw invalidParameter('start', 'must not be < 0');
  return start;
}

function parseLimit(parameters: QueryParameters, { maxRows, isLimitOptional }: WindowRules): number {
  const limit = parseInteger(parameters, 'limit') ?? (isLimitOptional ? -1 : 0);
  if (limit === 0) throw invalidParameter('limit', 'must not be omitted');
  if (limit > maxRows) throw invalidParameter('limit', `must not be > ${maxRows}`);
  return limit;
}

function parseInteger(parameters: QueryParameters, name: string): number | undefined {
  const text = singleValue(parameters, name);
  if (text === undefined || text === '') return undefined;
  if (!INTEGER_TEXT.test(text)) throw invalidParameter(name, 'must be an integer');
  return Number(text);
}
