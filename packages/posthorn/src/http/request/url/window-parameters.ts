/** The `start` and `limit` parameters: which part of a list is wanted. */
import type { MessageWindow } from '../../../domain/message-query.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { invalidParameter, type QueryParameters, singleValue } from './query-parameters.ts';

/** Ten digits hold every count of messages (RFC 9051: 32 bits), and stay exact as a number. */
const INTEGER_TEXT = /^-?[0-9]{1,10}$/;

export interface WindowRules {
  /** The most rows that a window may have. A larger limit is refused: a client would take what it gets for all. */
  readonly maxRows: number;
  /** True when the messages are named one by one: all of them are wanted unless the client says otherwise. */
  readonly isLimitOptional: boolean;
}

/**
 * The window, or null for the whole list, which every negative limit means. Throws RequestProblems (`invalid-parameter`) for what
 * is no integer, for a negative start, for a limit of 0 or above the rules', and for a missing limit that is required.
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
