/** Finds the messages that match a criterion: by SEARCH, and here where SEARCH has no key. */

import { MailError } from '../../domain/mail-error.ts';
import { DEFAULT_PREVIEW, type MessageCriterion } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import { selectMessageParts } from '../../message/message-parts.ts';
import { glimpse, isBlind } from './blind-messages.ts';
import { fetchMessages } from './fetched-messages.ts';
import type { ImapSession } from './imap-session.ts';
import { searchUids } from './search-uids.ts';

/** Structures of more messages than this are not fetched for one question; narrow it by other conditions. */
const MAX_STRUCTURES = 20_000;
/** Structures of one FETCH. */
const STEP = 1_000;

/**
 * True when the server can be trusted to search for the whole criterion. Attachments have no search key. And
 * Dovecot 2.3 takes both `NOT (DRAFT SEEN)` and `OR UNDRAFT UNSEEN` for `UNDRAFT UNSEEN`: alternatives of
 * negations, in either form, are put together here.
 */
export function isSearchable(criterion: MessageCriterion): boolean {
  switch (criterion.kind) {
    case 'has-attachments':
      return false;
    case 'not':
      return isSearchable(criterion.criterion) && !isCompound(criterion.criterion);
    case 'any-of':
      return criterion.criteria.every((each) => isSearchable(each) && !hasNegation(each));
    case 'all-of':
      return criterion.criteria.every(isSearchable);
    default:
      return true;
  }
}

function isCompound({ kind }: MessageCriterion): boolean {
  return kind === 'not' || kind === 'all-of' || kind === 'any-of';
}

function hasNegation(criterion: MessageCriterion): boolean {
  if (criterion.kind === 'all-of' || criterion.kind === 'any-of') return criterion.criteria.some(hasNegation);
  return criterion.kind === 'not';
}

/** The uids that match, in no order. Throws `invalid-parameter` when attachments of too many messages are asked for. */
export async function matchingUids(
  session: ImapSession,
  criterion: MessageCriterion,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  // Named uids need no search; those that do not exist are in no order.
  if (criterion.kind === 'uids') return new Set(criterion.uids);
  if (isSearchable(criterion)) return new Set(await searchUids(session, criterion, signal));
  return evaluate(session, { criterion, candidates: null }, signal);
}

interface Evaluation {
  readonly criterion: MessageCriterion;
  /** The messages to look at, null for all. */
  readonly candidates: ReadonlySet<Uid> | null;
}

async function evaluate(
  session: ImapSession,
  { criterion, candidates }: Evaluation,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  if (isSearchable(criterion)) {
    const found = await searchUids(session, criterion, signal);
    return new Set(candidates ? found.filter((uid) => candidates.has(uid)) : found);
  }
  const universe = candidates ?? new Set(await searchUids(session, null, signal));
  switch (criterion.kind) {
    case 'not':
      return difference(
        universe,
        await evaluate(session, { criterion: criterion.criterion, candidates: universe }, signal),
      );
    case 'any-of':
      return evaluateAny(session, { criteria: criterion.criteria, candidates: universe }, signal);
    case 'all-of':
      return evaluateAll(session, { criteria: criterion.criteria, candidates: universe }, signal);
    default:
      return withAttachments(session, universe, signal);
  }
}

interface Evaluations {
  readonly criteria: readonly MessageCriterion[];
  readonly candidates: ReadonlySet<Uid>;
}

async function evaluateAny(
  session: ImapSession,
  { criteria, candidates }: Evaluations,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  const matching = new Set<Uid>();
  for (const criterion of criteria) {
    const open = difference(candidates, matching);
    for (const uid of await evaluate(session, { criterion, candidates: open }, signal)) matching.add(uid);
  }
  return matching;
}

/** What the server can search for comes first: it narrows the messages whose structures have to be fetched. */
async function evaluateAll(
  session: ImapSession,
  { criteria, candidates }: Evaluations,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  const searchable: MessageCriterion = { kind: 'all-of', criteria: criteria.filter(isSearchable) };
  const others = criteria.filter((criterion) => !isSearchable(criterion));
  let matching = candidates;
  for (const criterion of [searchable, ...others]) {
    matching = await evaluate(session, { criterion, candidates: matching }, signal);
  }
  return matching;
}

function difference(uids: ReadonlySet<Uid>, others: ReadonlySet<Uid>): ReadonlySet<Uid> {
  return new Set([...uids].filter((uid) => !others.has(uid)));
}

async function withAttachments(
  session: ImapSession,
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
    const items = ['BODYSTRUCTURE'] as const;
    const fetched = await fetchMessages(session, { uids: uids.slice(start, start + STEP), items }, signal);
    const messages = [...fetched.values()];
    const blind = messages.filter(({ structure }) => structure && isBlind(structure)).map(({ uid }) => uid);
    const glimpses = await glimpse(session, { uids: blind, preview: DEFAULT_PREVIEW }, signal);
    for (const { uid, structure } of messages) {
      const parts = glimpses.get(uid)?.structure ?? structure;
      if (parts && selectMessageParts(parts).hasAttachments) matching.add(uid);
    }
  }
  return matching;
}
