import { type CommandRunner, type SortKey, search, sort } from 'posthorn-imap';
import { MailError } from '../../../domain/errors/mail-error.ts';
import {
  hasDescendingUids,
  type MessageCriterion,
  type MessageSort,
  type MessageSortKey,
} from '../../../domain/messages/message-query.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { responseCode } from '../session/imap-errors.ts';
import { joinKeys, type SearchKeys, searchKeys } from './search-keys.ts';

/** RFC 5256. */
const SORT_KEYS = {
  date: 'DATE',
  subject: 'SUBJECT',
  from: 'FROM',
  to: 'TO',
  size: 'SIZE',
} as const satisfies Record<Exclude<MessageSortKey, 'uid'>, SortKey>;

export type ServerSort = MessageSort & { readonly key: keyof typeof SORT_KEYS };

/** Matches, ascending. Throws `capability-missing` for an unsupported charset. */
export function searchUids(
  runner: CommandRunner,
  criterion: MessageCriterion | null,
  signal: AbortSignal,
): Promise<Uint32Array> {
  return searchNumbers(runner, searchKeys(criterion), signal);
}

/** `searchUids` for few matches. */
export async function searchByKeys(
  runner: CommandRunner,
  keys: SearchKeys,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  return toUids(await searchNumbers(runner, keys, signal));
}

async function searchNumbers(
  runner: CommandRunner,
  keys: SearchKeys,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const isExtended = runner.capabilities.has('ESEARCH');
  const request = { keys: joinKeys(keys), isUid: true, isExtended };
  return withoutZero((await explained(search(runner, request, signal))).sort());
}

/** Equal keys ascend (RFC 5256 §3): descending uids reverse the opposite order. */
export async function sortUids(
  runner: CommandRunner,
  { criterion, order }: { criterion: MessageCriterion | null; order: readonly ServerSort[] },
  signal: AbortSignal,
): Promise<Uint32Array> {
  const isExtended = runner.capabilities.has('ESORT');
  const keys = joinKeys(searchKeys(criterion));
  const isOpposite = hasDescendingUids(order);
  const criteria = order.map(({ key, isDescending }) => ({
    key: SORT_KEYS[key],
    isDescending: isDescending !== isOpposite,
  }));
  const numbers = await explained(sort(runner, { keys, isUid: true, isExtended, order: criteria }, signal));
  return withoutZero(isOpposite ? numbers.reverse() : numbers);
}

async function explained<Result>(searching: Promise<Result>): Promise<Result> {
  try {
    return await searching;
  } catch (error) {
    if (responseCode(error) !== 'BADCHARSET') throw error;
    const detail = 'The mail server cannot search for this text.';
    throw new MailError('capability-missing', { detail }, { cause: error });
  }
}

/** 0 is none (RFC 9051 §9, `uniqueid`). */
export function toUids(numbers: Uint32Array): readonly Uid[] {
  return Array.from(withoutZero(numbers)) as Uid[];
}

function withoutZero(numbers: Uint32Array): Uint32Array {
  return numbers.includes(0) ? numbers.filter((number) => number !== 0) : numbers;
}
