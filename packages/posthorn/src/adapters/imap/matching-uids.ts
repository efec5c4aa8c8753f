/** Which messages match a criterion: searched by the server, and by us where it has no search key. */

import { MailError } from '../../domain/mail-error.ts';
import type { MessageCriterion } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import { selectMessageParts } from '../../message/message-parts.ts';
import type { CommandRunner } from './commands/command-runner.ts';
import { fetchMessages } from './commands/fetch.ts';
import { searchUids } from './commands/search.ts';
import { atom } from './tokens.ts';

/** Structures of more messages than this are not fetched for one question; narrow it by other conditions. */
const MAX_STRUCTURES = 20_000;
/** Structures of one FETCH. */
const STEP = 1_000;

/** True when the server can search for the whole criterion. */
export function isSearchable(criterion: MessageCriterion): boolean {
  switch (criterion.kind) {
    case 'has-attachments':
      return false;
    case 'not':
      return isSearchable(criterion.criterion);
    case 'all-of':
    case 'any-of':
      return criterion.criteria.every(isSearchable);
    default:
      return true;
  }
}

/** The uids that match, in no order. Throws `invalid-parameter` when attachments of too many messages are asked for. */
export async function matchingUids(
  runner: CommandRunner,
  criterion: MessageCriterion,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  // Named uids need no search; those that do not exist are in no order.
  if (criterion.kind === 'uids') return new Set(criterion.uids);
  if (isSearchable(criterion)) return new Set(await searchUids(runner, criterion, signal));
  return evaluate(runner, { criterion, candidates: null }, signal);
}

interface Evaluation {
  readonly criterion: MessageCriterion;
  /** The messages to look at, null for all. */
  readonly candidates: ReadonlySet<Uid> | null;
}

async function evaluate(
  runner: CommandRunner,
  { criterion, candidates }: Evaluation,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  switch (criterion.kind) {
    case 'has-attachments':
      return withAttachments(runner, candidates ?? (await allUids(runner, signal)), signal);
    case 'not': {
      const universe = candidates ?? (await allUids(runner, signal));
      const matching = await evaluate(
        runner,
        { criterion: criterion.criterion, candidates: universe },
        signal,
      );
      return new Set([...universe].filter((uid) => !matching.has(uid)));
    }
    case 'any-of': {
      const matching = new Set<Uid>();
      for (const each of criterion.criteria) {
        for (const uid of await evaluate(runner, { criterion: each, candidates }, signal)) matching.add(uid);
      }
      return matching;
    }
    case 'all-of':
      return evaluateAll(runner, { criteria: criterion.criteria, candidates }, signal);
    default: {
      const found = await searchUids(runner, criterion, signal);
      return new Set(candidates ? found.filter((uid) => candidates.has(uid)) : found);
    }
  }
}

/** What the server can search for narrows the messages whose structures have to be fetched. */
async function evaluateAll(
  runner: CommandRunner,
  { criteria, candidates }: { criteria: readonly MessageCriterion[]; candidates: ReadonlySet<Uid> | null },
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  const searchable = criteria.filter(isSearchable);
  let left = candidates;
  if (searchable.length > 0) {
    left = await evaluate(
      runner,
      { criterion: { kind: 'all-of', criteria: searchable }, candidates },
      signal,
    );
  }
  for (const each of criteria.filter((criterion) => !isSearchable(criterion))) {
    left = await evaluate(runner, { criterion: each, candidates: left }, signal);
  }
  return left ?? allUids(runner, signal);
}

async function allUids(runner: CommandRunner, signal: AbortSignal): Promise<ReadonlySet<Uid>> {
  return new Set(await searchUids(runner, null, signal));
}

async function withAttachments(
  runner: CommandRunner,
  candidates: ReadonlySet<Uid>,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  if (candidates.size > MAX_STRUCTURES) {
    throw new MailError('invalid-parameter', {
      parameter: 'filter',
      detail: `Attachments can be searched for in ${MAX_STRUCTURES} messages at most; add other conditions.`,
    });
  }
  const uids = [...candidates];
  const matching = new Set<Uid>();
  for (let start = 0; start < uids.length; start += STEP) {
    const items = [atom('UID'), atom('BODYSTRUCTURE')];
    const fetched = await fetchMessages(runner, { uids: uids.slice(start, start + STEP), items }, signal);
    for (const { uid, structure } of fetched.values()) {
      if (structure && selectMessageParts(structure).hasAttachments) matching.add(uid);
    }
  }
  return matching;
}
