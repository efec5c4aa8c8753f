import type { CommandRunner } from '../connection/command.ts';
import { ProtocolViolation } from '../errors.ts';
import type { ExtendedSearchResponse } from '../responses/response.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { budgetForNumbers } from './command-budget.ts';
import { charset, isMoreThanExist, isOwnResult, type SortRequest, sortCriteria, tooMany } from './search.ts';

/**
 * `SAVE` needs SEARCHRES, `partial` PARTIAL, others ESEARCH. `partial`: positions from 1, or -1 at the end.
 */
export type ReturnOption =
  | 'MIN'
  | 'MAX'
  | 'COUNT'
  | 'ALL'
  | 'SAVE'
  | { readonly partial: { readonly first: number; readonly last: number } };

/** Criteria and wanted results. */
export interface ExtendedSearchRequest {
  readonly keys: readonly CommandPart[];
  readonly isUid: boolean;
  readonly returns: readonly ReturnOption[];
  /** Needs ESORT. */
  readonly order?: SortRequest['order'];
  /** Sent together: each result names its tag (RFC 4731 §3.1). */
  readonly batch?: symbol;
}

/** Undefined: not requested, or no match. */
export type SearchResult = Omit<ExtendedSearchResponse, 'kind' | 'tag'>;

/**
 * SEARCH or SORT with RETURN (RFC 4731, RFC 5182, RFC 5267, RFC 9394). Throws ProtocolViolation for a missing
 * or oversized result.
 */
export async function extendedSearch(
  runner: CommandRunner,
  request: ExtendedSearchRequest,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { isUid, returns, order, batch } = request;
  const verb = order ? 'SORT' : 'SEARCH';
  const name = isUid ? `UID ${verb}` : verb;
  let result: SearchResult | undefined;
  await runner.run(
    {
      name,
      parts: [`${name} ${criteria(runner, request)}`, ...request.keys],
      budget: budgetForNumbers(runner),
      concurrency: 'one SEARCH',
      ...(batch && { batch }),
      onResponse: (response, running) => {
        if (response.kind === 'unreadable' && response.name === 'ESEARCH') {
          running.reject(new ProtocolViolation(`The answer to ${name} could not be read.`));
          return true;
        }
        if (!isOwnResult(response, running)) return false;
        const { kind: _kind, tag: _tag, ...found } = response;
        const isTooMany = [found.all, found.partial?.numbers].some((each) =>
          isMoreThanExist(each, runner.selected),
        );
        if (isTooMany) running.reject(tooMany(name));
        else result = found;
        return true;
      },
    },
    signal,
  );
  // RFC 5182 §2.1: saving alone has no result.
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
