/** SEARCH and SORT with partial results, or with results kept at the server (RFC 4731, RFC 5182, RFC 5267, RFC 9394). */
import type { CommandRunner } from '../connection/command.ts';
import { ProtocolViolation } from '../errors.ts';
import type { ExtendedSearchResponse } from '../responses/response.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { budgetForNumbers } from './command-budget.ts';
import { charset, isOwnResult, type SortRequest, sortCriteria } from './search.ts';

/**
 * `MIN`, `MAX`, `COUNT` and `ALL` need ESEARCH; `SAVE` needs SEARCHRES, and `MessageSet.saved` then names what was found. `partial` needs
 * PARTIAL: from the first to the last match, counted from 1, or from the end with negative numbers.
 */
export type ReturnOption =
  | 'MIN'
  | 'MAX'
  | 'COUNT'
  | 'ALL'
  | 'SAVE'
  | { readonly partial: { readonly first: number; readonly last: number } };

/** The criteria, and which results to return. */
export interface ExtendedSearchRequest {
  /** Search keys, as for `search`. */
  readonly keys: readonly CommandPart[];
  readonly isUid: boolean;
  /** One or more. */
  readonly returns: readonly ReturnOption[];
  /** Sorts. Needs ESORT. */
  readonly order?: SortRequest['order'];
}

/** Members that were not asked for are undefined, and so are those that are about a match where there is none. */
export type SearchResult = Omit<ExtendedSearchResponse, 'kind' | 'tag'>;

/** The requested results. Throws ProtocolViolation where the server returns none of them. */
export async function extendedSearch(
  runner: CommandRunner,
  request: ExtendedSearchRequest,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { isUid, returns, order } = request;
  const verb = order ? 'SORT' : 'SEARCH';
  const name = isUid ? `UID ${verb}` : verb;
  let result: SearchResult | undefined;
  await runner.run(
    {
      name,
      parts: [`${name} ${criteria(runner, request)}`, ...request.keys],
      budget: budgetForNumbers(runner),
      concurrency: 'one SEARCH',
      onResponse: (response, running) => {
        if (response.kind === 'unreadable' && response.name === 'ESEARCH') {
          running.reject(new ProtocolViolation(`The answer to ${name} could not be read.`));
          return true;
        }
        if (!isOwnResult(response, running)) return false;
        const { kind: _kind, tag: _tag, ...found } = response;
        result = found;
        return true;
      },
    },
    signal,
  );
  // RFC 5182 §2.1: a search that only saves has no result of its own.
  if (returns.every((option) => option === 'SAVE')) return result ?? { isUid };
  if (result === undefined) throw new ProtocolViolation(`The server did not tell what ${name} found.`);
  return result;
}

function criteria(runner: CommandRunner, { returns, order, keys }: ExtendedSearchRequest): string {
  const options = `RETURN (${returns.map(formatOption).join(' ')}) `;
  return options + (order ? `${sortCriteria(order)} UTF-8 ` : charset(keys, runner));
}

function formatOption(option: ReturnOption): string {
  return typeof option === 'string' ? option : `PARTIAL ${option.partial.first}:${option.partial.last}`;
}
