import type { Command, CommandRunner, RunningCommand } from '../connection/command.ts';
import { ProtocolViolation } from '../errors.ts';
import type { ExtendedSearchResponse, UntaggedResponse } from '../responses/response.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { NumberSet } from '../wire/number-set.ts';
import { budgetForNumbers } from './command-budget.ts';

/** RFC 5256 §3, RFC 5957. */
export type SortKey =
  | 'ARRIVAL'
  | 'CC'
  | 'DATE'
  | 'FROM'
  | 'SIZE'
  | 'SUBJECT'
  | 'TO'
  | 'DISPLAYFROM'
  | 'DISPLAYTO';

/** The search criteria. */
export interface SearchRequest {
  /** `UNSEEN FROM ` and `toAstring(text)`: outside text must be its own part. */
  readonly keys: readonly CommandPart[];
  readonly isUid: boolean;
  /** RETURN (ALL): shorter answers. Needs ESEARCH, or ESORT for SORT. */
  readonly isExtended: boolean;
}

/** Criteria and order. */
export interface SortRequest extends SearchRequest {
  readonly order: readonly { readonly key: SortKey; readonly isDescending: boolean }[];
}

/** Servers may report new messages late. */
const SPARE_MESSAGES = 100_000;

/** SEARCH (RFC 9051 §6.4.4). Throws CommandRefused `BADCHARSET`. */
export async function search(
  runner: CommandRunner,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<Uint32Array> {
  return expanded(await searchUnexpanded(runner, request, signal));
}

/** Like `search`, but ranges stay ranges. */
export function searchUnexpanded(
  runner: CommandRunner,
  { keys, isUid, isExtended }: SearchRequest,
  signal: AbortSignal,
): Promise<NumberSet | Uint32Array> {
  const name = isUid ? 'UID SEARCH' : 'SEARCH';
  const parts = [`${name} ${returnAll(isExtended)}${charset(keys, runner)}`, ...keys];
  return collect(runner, { name, parts, kind: 'search' }, signal);
}

/** SORT (RFC 5256 §3); ties by sequence number. */
export async function sort(
  runner: CommandRunner,
  { keys, isUid, isExtended, order }: SortRequest,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const name = isUid ? 'UID SORT' : 'SORT';
  const parts = [`${name} ${returnAll(isExtended)}${sortCriteria(order)} UTF-8 `, ...keys];
  return expanded(await collect(runner, { name, parts, kind: 'sort' }, signal));
}

/** UTF8=ACCEPT forbids CHARSET (RFC 6855 §3). */
export function charset(keys: readonly CommandPart[], { enabled }: CommandRunner): string {
  const hasLiterals = keys.some((part) => typeof part !== 'string');
  return hasLiterals && !enabled.has('UTF8=ACCEPT') ? 'CHARSET UTF-8 ' : '';
}

/** `(REVERSE DATE SUBJECT)`. */
export function sortCriteria(order: SortRequest['order']): string {
  return `(${order.map(({ key, isDescending }) => (isDescending ? `REVERSE ${key}` : key)).join(' ')})`;
}

function returnAll(isExtended: boolean): string {
  return isExtended ? 'RETURN (ALL) ' : '';
}

interface NumberCommand extends Pick<Command, 'name' | 'parts'> {
  readonly kind: 'search' | 'sort';
}

async function collect(
  runner: CommandRunner,
  { name, parts, kind }: NumberCommand,
  signal: AbortSignal,
): Promise<NumberSet | Uint32Array> {
  let found: NumberSet | Uint32Array = new Uint32Array();
  const onResponse = (response: UntaggedResponse, running: RunningCommand): boolean => {
    if (response.kind === 'unreadable') {
      const isOurs = response.name === 'ESEARCH' || response.name === kind.toUpperCase();
      if (isOurs) running.reject(new ProtocolViolation(`The answer to ${name} could not be read.`));
      return isOurs;
    }
    if (response.kind !== kind && !isOwnResult(response, running)) return false;
    const numbers = numbersOf(response, runner);
    if (numbers === undefined) running.reject(tooMany(name));
    else found = numbers;
    return true;
  };
  await runner.run(
    { name, parts, budget: budgetForNumbers(runner), concurrency: 'one SEARCH', onResponse },
    signal,
  );
  return found;
}

/** MULTISEARCH, CONTEXT and others have results too. */
export function isOwnResult(
  response: UntaggedResponse,
  { tag }: RunningCommand,
): response is ExtendedSearchResponse {
  return response.kind === 'extended-search' && (response.tag === null || response.tag === tag);
}

function numbersOf(
  response: UntaggedResponse,
  { selected }: CommandRunner,
): NumberSet | Uint32Array | undefined {
  if (response.kind === 'search' || response.kind === 'sort') return response.numbers;
  const { all = new Uint32Array() } = response as ExtendedSearchResponse;
  return isMoreThanExist(all, selected) ? undefined : all;
}

/** True for far more numbers than EXISTS. */
export function isMoreThanExist(
  found: NumberSet | Uint32Array | null | undefined,
  selected: CommandRunner['selected'],
): boolean {
  return found instanceof NumberSet && found.size > (selected?.exists ?? 0) + SPARE_MESSAGES;
}

function expanded(found: NumberSet | Uint32Array): Uint32Array {
  return found instanceof NumberSet ? (found.toNumbers(found.size) ?? new Uint32Array()) : found;
}

/** More results than messages. */
export function tooMany(name: string): ProtocolViolation {
  return new ProtocolViolation(`The answer to ${name} names more messages than the mailbox has.`);
}
