import { DEFAULT_PREVIEW, type MessageCriterion } from '../../../domain/messages/message-query.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { parseHeaderFields } from '../../../message/headers/header-fields.ts';
import { parseMessageIds } from '../../../message/headers/message-ids.ts';
import { selectMessageParts } from '../../../message/parts/message-parts.ts';
import { headerFields } from '../fetch/fetch-items.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { glimpse, isBlind } from './blind-messages.ts';
import { requireFew, SEARCH_STEP } from './search-bounds.ts';
import { isUnsearchable } from './search-keys.ts';
import { searchUids, toUids } from './search-uids.ts';
import { uidsSince } from './uids-since.ts';

/** RFC 5322 §3.6.4. */
const ID_FIELDS = ['MESSAGE-ID', 'REFERENCES', 'IN-REPLY-TO'];

/**
 * True if the server can search it alone. Dovecot 2.3 confuses `NOT (DRAFT SEEN)` with `UNDRAFT UNSEEN`:
 * alternatives with negations are combined here.
 */
export function isSearchable(criterion: MessageCriterion): boolean {
  switch (criterion.kind) {
    case 'not':
      return isSearchable(criterion.criterion) && !isCompound(criterion.criterion);
    case 'any-of':
      return criterion.criteria.every((each) => isSearchable(each) && !hasNegation(each));
    case 'all-of':
      return criterion.criteria.every(isSearchable);
    default:
      return !isUnsearchable(criterion);
  }
}

function isCompound({ kind }: MessageCriterion): boolean {
  return kind === 'not' || kind === 'all-of' || kind === 'any-of';
}

function hasNegation(criterion: MessageCriterion): boolean {
  if (criterion.kind === 'all-of' || criterion.kind === 'any-of') return criterion.criteria.some(hasNegation);
  return criterion.kind === 'not';
}

/** Limits the criterion to a uidValidity. */
export function inMailbox(criterion: MessageCriterion, uidValidity: number): MessageCriterion {
  switch (criterion.kind) {
    case 'uids':
      return (criterion.uidValidity ?? uidValidity) === uidValidity ? criterion : { kind: 'uids', uids: [] };
    case 'not':
      return { kind: 'not', criterion: inMailbox(criterion.criterion, uidValidity) };
    case 'any-of':
    case 'all-of': {
      const criteria = criterion.criteria.map((each) => inMailbox(each, uidValidity));
      return { kind: criterion.kind, criteria };
    }
    default:
      return criterion;
  }
}

/** Matches, ascending, by SEARCH and here. Throws `invalid-parameter` for too many messages to read. */
export async function matchingUids(
  session: ImapSession,
  criterion: MessageCriterion,
  signal: AbortSignal,
): Promise<Uint32Array> {
  if (criterion.kind === 'uids') return ascending(criterion.uids);
  const isTrusted = isSearchable;
  try {
    if (isTrusted(criterion)) return await searchUids(session, criterion, signal);
    return ascending(await evaluate(session, { criterion, candidates: null, isTrusted }, signal));
  } catch (error) {
    // Yahoo refuses to search header fields.
    if (!isRefused(error) || isWithoutIds(criterion)) throw error;
  }
  const isTrustedWithoutIds = (each: MessageCriterion): boolean => isSearchable(each) && isWithoutIds(each);
  return ascending(
    await evaluate(session, { criterion, candidates: null, isTrusted: isTrustedWithoutIds }, signal),
  );
}

function ascending(uids: Iterable<Uid>): Uint32Array {
  return Uint32Array.from(uids).sort();
}

function isWithoutIds(criterion: MessageCriterion): boolean {
  switch (criterion.kind) {
    case 'message-id':
    case 'refers-to':
      return false;
    case 'not':
      return isWithoutIds(criterion.criterion);
    case 'any-of':
    case 'all-of':
      return criterion.criteria.every(isWithoutIds);
    default:
      return true;
  }
}

interface Evaluation {
  readonly criterion: MessageCriterion;
  readonly candidates: ReadonlySet<Uid> | null;
  readonly isTrusted: (criterion: MessageCriterion) => boolean;
}

async function evaluate(
  session: ImapSession,
  { criterion, candidates, isTrusted }: Evaluation,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  if (isTrusted(criterion)) {
    const found = toUids(await searchUids(session, criterion, signal));
    return new Set(candidates ? found.filter((uid) => candidates.has(uid)) : found);
  }
  const universe = candidates ?? new Set(toUids(await searchUids(session, null, signal)));
  switch (criterion.kind) {
    case 'not':
      return difference(
        universe,
        await evaluate(session, { criterion: criterion.criterion, candidates: universe, isTrusted }, signal),
      );
    case 'any-of':
      return evaluateAny(session, { criteria: criterion.criteria, candidates: universe, isTrusted }, signal);
    case 'all-of':
      return evaluateAll(session, { criteria: criterion.criteria, candidates: universe, isTrusted }, signal);
    case 'message-id':
      return withIds(
        session,
        { candidates: universe, fields: ['MESSAGE-ID'], messageId: criterion.messageId },
        signal,
      );
    case 'refers-to':
      return withIds(
        session,
        { candidates: universe, fields: ID_FIELDS, messageId: criterion.messageId },
        signal,
      );
    case 'dated-since':
    case 'received-since':
      return uidsSince(session, { criterion, candidates: universe }, signal);
    default:
      return withAttachments(session, universe, signal);
  }
}

interface Evaluations extends Pick<Evaluation, 'isTrusted'> {
  readonly criteria: readonly MessageCriterion[];
  readonly candidates: ReadonlySet<Uid>;
}

async function evaluateAny(
  session: ImapSession,
  { criteria, candidates, isTrusted }: Evaluations,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  const matching = new Set<Uid>();
  for (const criterion of criteria) {
    const open = difference(candidates, matching);
    for (const uid of await evaluate(session, { criterion, candidates: open, isTrusted }, signal))
      matching.add(uid);
  }
  return matching;
}

/** Server conditions first: less to FETCH. */
async function evaluateAll(
  session: ImapSession,
  { criteria, candidates, isTrusted }: Evaluations,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  const searchable: MessageCriterion = { kind: 'all-of', criteria: criteria.filter(isTrusted) };
  const others = criteria.filter((criterion) => !isTrusted(criterion));
  let matching = candidates;
  for (const criterion of [searchable, ...others]) {
    matching = await evaluate(session, { criterion, candidates: matching, isTrusted }, signal);
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
  requireFew(candidates.size, 'Attachments');
  const uids = [...candidates];
  const matching = new Set<Uid>();
  for (let start = 0; start < uids.length; start += SEARCH_STEP) {
    const items = ['BODYSTRUCTURE'] as const;
    const fetched = await fetchMessages(
      session,
      { uids: uids.slice(start, start + SEARCH_STEP), items },
      signal,
    );
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

interface IdSearch {
  readonly candidates: ReadonlySet<Uid>;
  readonly fields: readonly string[];
  readonly messageId: string;
}

async function withIds(
  session: ImapSession,
  { candidates, fields, messageId }: IdSearch,
  signal: AbortSignal,
): Promise<ReadonlySet<Uid>> {
  requireFew(candidates.size, 'Message-IDs');
  const uids = [...candidates];
  const matching = new Set<Uid>();
  for (let start = 0; start < uids.length; start += SEARCH_STEP) {
    const items = ['UID', headerFields(fields)] as const;
    const fetched = await fetchMessages(
      session,
      { uids: uids.slice(start, start + SEARCH_STEP), items },
      signal,
    );
    for (const [uid, { header }] of fetched) {
      const read = parseHeaderFields(header ?? new Uint8Array());
      if (fields.some((field) => parseMessageIds(read.first(field) ?? '').includes(messageId)))
        matching.add(uid);
    }
  }
  return matching;
}
