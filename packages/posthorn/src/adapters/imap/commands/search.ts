/** UID SEARCH and UID SORT (RFC 9051 §6.4.4, RFC 5256), by ESEARCH and ESORT where offered (RFC 4731, RFC 5267). */
import { MailError } from '../../../domain/mail-error.ts';
import type { MessageCriterion, MessageSort, MessageSortKey } from '../../../domain/message-query.ts';
import { toUid, type Uid } from '../../../domain/uid.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { responseCode } from '../imap-errors.ts';
import { fromSequenceSet } from '../sequence-set.ts';
import { atom, keyword, nodeNumber, nodeText, type TokenNode } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';
import { needsCharset, searchKeys } from './search-keys.ts';

/** The sort keys of RFC 5256; `uid` needs no sorting. */
const SORT_KEYS = {
  date: 'DATE',
  subject: 'SUBJECT',
  from: 'FROM',
  to: 'TO',
  size: 'SIZE',
} as const satisfies Record<Exclude<MessageSortKey, 'uid'>, string>;

/** A key that a server with SORT can sort by. */
export type ServerSort = MessageSort & { readonly key: keyof typeof SORT_KEYS };

/** The uids that match, ascending. Throws `capability-missing` when the server cannot search in this charset. */
export async function searchUids(
  runner: CommandRunner,
  criterion: MessageCriterion | null,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const charset = needsCharset(criterion) ? [atom('CHARSET'), atom('UTF-8')] : [];
  return searchByKeys(runner, [...charset, ...searchKeys(criterion)], signal);
}

/** The uids that match search keys which no criterion stands for, ascending. */
export async function searchByKeys(
  runner: CommandRunner,
  keys: readonly TokenNode[],
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const results = new UidCollector('SEARCH');
  const options = runner.capabilities.has('ESEARCH') ? [atom('RETURN'), [atom('ALL')]] : [];
  const command = { name: 'UID SEARCH', arguments: [...options, ...keys], untagged: results.handlers };
  await runSearch(runner, command, signal);
  return [...results.uids].sort((a, b) => a - b);
}

/** The uids that match, in the order asked for; equal keys ascend by uid. */
export async function sortUids(
  runner: CommandRunner,
  { criterion, order }: { criterion: MessageCriterion | null; order: readonly ServerSort[] },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const results = new UidCollector('SORT');
  const options = runner.capabilities.has('ESORT') ? [atom('RETURN'), [atom('ALL')]] : [];
  await runSearch(
    runner,
    {
      name: 'UID SORT',
      arguments: [...options, order.flatMap(sortKey), atom('UTF-8'), ...searchKeys(criterion)],
      untagged: results.handlers,
    },
    signal,
  );
  return results.uids;
}

function sortKey({ key, isDescending }: ServerSort): readonly TokenNode[] {
  return isDescending ? [atom('REVERSE'), atom(SORT_KEYS[key])] : [atom(SORT_KEYS[key])];
}

async function runSearch(
  runner: CommandRunner,
  command: Parameters<CommandRunner['run']>[0],
  signal: AbortSignal,
): Promise<void> {
  try {
    await runner.run(command, signal);
  } catch (error) {
    if (responseCode(error) !== 'BADCHARSET') throw error;
    throw new MailError(
      'capability-missing',
      { detail: 'The mail server cannot search for this text.' },
      { cause: error },
    );
  }
}

/** Reads `* SEARCH 1 2 3`, `* SORT 3 1 2` and `* ESEARCH (TAG "x") UID ALL 3,1:2`. */
class UidCollector {
  readonly uids: Uid[] = [];
  readonly handlers: Record<string, (response: UntaggedResponse) => void>;

  constructor(plainName: 'SEARCH' | 'SORT') {
    this.handlers = {
      [plainName]: (response) => this.#addNumbers(response.attributes),
      ESEARCH: (response) => this.#addSet(response.attributes),
    };
  }

  #addNumbers(nodes: readonly TokenNode[]): void {
    for (const node of nodes) {
      const uid = toUid(nodeNumber(node) ?? 0);
      if (uid !== undefined) this.uids.push(uid);
    }
  }

  #addSet(nodes: readonly TokenNode[]): void {
    const index = nodes.findIndex((node) => keyword(node) === 'ALL');
    const set = index < 0 ? null : nodeText(nodes[index + 1]);
    for (const uid of set === null ? [] : fromSequenceSet(set)) this.uids.push(uid);
  }
}
