import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import type { MessageItem, MessageItemAttribute } from '../../../domain/messages/message-item.ts';
import type { PreviewOptions } from '../../../domain/messages/message-query.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { MailboxIndex } from '../session/mailbox-index.ts';
import { FLAG_ATTRIBUTES, type FlagValues, flagValues } from './flag-values.ts';
import { type ItemAnswer, readItemAnswers } from './item-reader.ts';
import { type CachedMailbox, type LastingValues, type MessageCache, previewKey } from './message-cache.ts';

/** Rows and attributes. */
export interface RowRequest {
  readonly mailbox: CachedMailbox;
  readonly uids: readonly Uid[];
  readonly attributes: ReadonlySet<MessageItemAttribute>;
  readonly preview: PreviewOptions;
}

/** Memory and session. */
export interface RowSources {
  readonly session: ImapSession;
  readonly index: MailboxIndex;
  readonly areFlagsCurrent: boolean;
  readonly cache: MessageCache;
  readonly telemetry: MailTelemetry;
  /** Opening a row's message needs its parts next. */
  readonly onStructure: (message: CachedMailbox & { readonly uid: Uid }, structure: BodyPart) => void;
}

/** Rows as read. */
export interface ReadRows {
  readonly items: readonly MessageItem[];
  /** Valid until flags change. */
  readonly areLasting: boolean;
}

/** Existing rows, in order, from memory and one FETCH. */
export async function readRows(
  sources: RowSources,
  request: RowRequest,
  signal: AbortSignal,
): Promise<ReadRows> {
  const { uids, attributes } = request;
  if (attributes.size === 0) return { items: uids.map((uid) => ({ uid })), areLasting: true };
  const known = uids.map((uid) => itemInMemory(sources, request, uid));
  for (const uid of uids)
    sources.telemetry.addLookup('message', sources.cache.get(request.mailbox, uid) !== undefined);
  const missing = groupByMissing(request, known);
  if (missing.length === 0) return { items: known, areLasting: true };
  const read = new Map<Uid, ItemAnswer>();
  for (const group of missing)
    await readMissing(sources, { request: { ...request, ...group }, read }, signal);
  const isMissing = new Set(missing.flatMap((group) => group.uids));
  const items: MessageItem[] = [];
  for (const item of known) {
    const answer = read.get(item.uid);
    if (answer) items.push(mergeItems(item, answer.item));
    else if (!isMissing.has(item.uid)) items.push(item);
  }
  const areLasting = items.length === uids.length && [...read.values()].every(({ isWhole }) => isWhole);
  return { items, areLasting };
}

/** A completely cached item. */
export function findItem(
  sources: Pick<RowSources, 'cache' | 'index' | 'areFlagsCurrent'>,
  request: Omit<RowRequest, 'uids'> & { readonly uid: Uid },
): MessageItem | undefined {
  const { index } = sources;
  if (!index.isComplete || !index.has(request.uid)) return undefined;
  const item = itemInMemory(sources, request, request.uid);
  return lackingAttributes(request, item).length === 0 ? item : undefined;
}

function mergeItems(item: MessageItem, later: MessageItem): MessageItem {
  if (isBare(item)) return later;
  const truncated = [...(item.truncated ?? []), ...(later.truncated ?? [])];
  return { ...item, ...later, ...(truncated.length > 0 && { truncated }) };
}

function isBare(item: MessageItem): boolean {
  for (const member in item) if (member !== 'uid') return false;
  return true;
}

function itemInMemory(
  { cache, index, areFlagsCurrent }: Pick<RowSources, 'cache' | 'index' | 'areFlagsCurrent'>,
  request: Omit<RowRequest, 'uids'>,
  uid: Uid,
): MessageItem {
  const lasting = cache.get(request.mailbox, uid);
  const preview = lasting?.previews.get(previewKey(request.preview));
  const flags = areFlagsCurrent ? index.flagsOf(uid) : undefined;
  const changing = flags && flagValues(flags);
  const item: { uid: Uid } & Record<string, unknown> = { uid };
  for (const attribute of request.attributes) {
    const value = knownValue(attribute, { values: lasting?.values, changing, preview });
    if (value !== undefined) item[attribute] = value;
  }
  const truncated = lasting?.truncated.filter((attribute) => item[attribute] !== undefined) ?? [];
  if (truncated.length > 0) item.truncated = truncated;
  return item as MessageItem;
}

interface ValueSources {
  readonly values: LastingValues | undefined;
  readonly changing: FlagValues | undefined;
  readonly preview: string | undefined;
}

function knownValue(attribute: MessageItemAttribute, { values, changing, preview }: ValueSources): unknown {
  if (attribute === 'previewText') return preview;
  return FLAG_ATTRIBUTES.has(attribute)
    ? changing?.[attribute as keyof FlagValues]
    : values?.[attribute as keyof LastingValues];
}

interface MissingGroup {
  readonly uids: readonly Uid[];
  readonly attributes: ReadonlySet<MessageItemAttribute>;
}

function groupByMissing(request: RowRequest, known: readonly MessageItem[]): readonly MissingGroup[] {
  const [flagless, others] = [newGroup(), newGroup()];
  for (const item of known) {
    const lacking = lackingAttributes(request, item);
    if (lacking.length === 0) continue;
    const group = lacking.every((attribute) => FLAG_ATTRIBUTES.has(attribute)) ? flagless : others;
    group.uids.push(item.uid);
    for (const attribute of lacking) group.attributes.add(attribute);
  }
  return [flagless, others].filter(({ uids }) => uids.length > 0);
}

function lackingAttributes(
  { attributes }: Pick<RowRequest, 'attributes'>,
  item: MessageItem,
): readonly MessageItemAttribute[] {
  return [...attributes].filter((attribute) => item[attribute] === undefined);
}

function newGroup(): { readonly uids: Uid[]; readonly attributes: Set<MessageItemAttribute> } {
  return { uids: [], attributes: new Set() };
}

async function readMissing(
  { session, cache, onStructure: keep }: RowSources,
  { request, read }: { readonly request: RowRequest; readonly read: Map<Uid, ItemAnswer> },
  signal: AbortSignal,
): Promise<void> {
  const { mailbox, preview } = request;
  // Otherwise uids are valid for one session (RFC 9051 §2.3.1.1).
  const areUidsLasting = mailbox.uidValidity !== 0;
  const onStructure = (uid: Uid, structure: BodyPart): void => {
    if (areUidsLasting) keep({ ...mailbox, uid }, structure);
  };
  for (const answer of await readItemAnswers(session, { ...request, onStructure }, signal)) {
    const { uid, ...values } = answer.item;
    read.set(uid, answer);
    if (answer.isWhole && areUidsLasting) cache.add(mailbox, { uid, values }, preview);
  }
}
