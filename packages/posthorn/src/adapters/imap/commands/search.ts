/** UID SEARCH and UID SORT (RFC 9051 §6.4.4, RFC 5256), by ESEARCH and ESORT where offered (RFC 4731, RFC 5267). */
import type { MessageCriterion, MessageSort, MessageSortKey } from '../../../domain/message-query.ts';
import type { Uid } from '../../../domain/uid.ts';
import { toUid } from '../../../domain/uid.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { fromSequenceSet, toSequenceSets } from '../sequence-set.ts';
import { atom, keyword, nodeNumber, nodeText, sequence, type TokenNode } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

/** The sort keys of RFC 5256; `uid` needs no sorting. */
const SORT_KEYS = {
  date: 'DATE',
  subject: 'SUBJECT',
  from: 'FROM',
  to: 'TO',
  size: 'SIZE',
} as const satisfies Record<Exclude<MessageSortKey, 'uid'>, string>;

export type ServerSort = MessageSort & { readonly key: keyof typeof SORT_KEYS };

/** The uids that match, ascending. */
export async function searchUids(
  runner: CommandRunner,
  criterion: MessageCriterion | null,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const results = new UidCollector('SEARCH');
  const options = runner.capabilities.has('ESEARCH') ? [atom('RETURN'), [atom('ALL')]] : [];
  await runner.run(
    {
      name: 'UID SEARCH',
      arguments: [...options, ...searchKeys(criterion)],
      untagged: results.handlers,
    },
    signal,
  );
  return [...results.uids].sort((a, b) => a - b);
}

/** The uids that match, in the order asked for; equal keys ascend by uid. */
export async function sortUids(
  runner: CommandRunner,
  { criterion, sort }: { criterion: MessageCriterion | null; sort: ServerSort },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const results = new UidCollector('SORT');
  const options = runner.capabilities.has('ESORT') ? [atom('RETURN'), [atom('ALL')]] : [];
  const key = atom(SORT_KEYS[sort.key]);
  await runner.run(
    {
      name: 'UID SORT',
      arguments: [
        ...options,
        sort.isDescending ? [atom('REVERSE'), key] : [key],
        atom('UTF-8'),
        ...searchKeys(criterion),
      ],
      untagged: results.handlers,
    },
    signal,
  );
  return results.uids;
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

/** The criterion as search keys. Null is ALL. */
function searchKeys(criterion: MessageCriterion | null): readonly TokenNode[] {
  if (criterion === null) return [atom('ALL')];
  switch (criterion.kind) {
    case 'uids':
      return anyOf(toSequenceSets(criterion.uids).map((set) => [atom('UID'), sequence(set)]));
    case 'uid-at-least':
      // Not `n:*`: that names the last message even when its uid is below n (RFC 9051 §6.4.8).
      return [atom('UID'), sequence(`${criterion.uid}:4294967295`)];
    case 'recent':
      return [atom('RECENT')];
    case 'any-of':
      return anyOf(criterion.criteria.map(searchKeys));
  }
}

/** `OR a (OR b c)`; nothing at all matches no message. */
function anyOf(alternatives: readonly (readonly TokenNode[])[]): readonly TokenNode[] {
  const [first, ...rest] = alternatives;
  if (first === undefined) return [atom('NOT'), atom('ALL')];
  return rest.length === 0 ? first : [atom('OR'), ...grouped(first), ...grouped(anyOf(rest))];
}

function grouped(keys: readonly TokenNode[]): readonly TokenNode[] {
  return keys.length === 1 ? keys : [keys];
}
