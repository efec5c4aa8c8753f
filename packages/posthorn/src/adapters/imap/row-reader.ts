/** Reads the rows of a list: from memory what is known of them, and the rest in one FETCH. */
import type { MessageItem, MessageItemAttribute, MessageItemValues } from '../../domain/message-item.ts';
import type { PreviewOptions } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import { FLAG_ATTRIBUTES, flagValues } from './flag-values.ts';
import type { ImapSession } from './imap-session.ts';
import { readItemAnswers } from './item-reader.ts';
import type { MailboxIndex } from './mailbox-index.ts';
import type { CachedMailbox, MessageCache } from './message-cache.ts';

/** Which rows, and what of them. */
export interface RowRequest {
  readonly mailbox: CachedMailbox;
  readonly uids: readonly Uid[];
  readonly attributes: ReadonlySet<MessageItemAttribute>;
  readonly preview: PreviewOptions;
}

/** Where rows come from. The session has the mailbox of the index open. */
export interface RowSources {
  readonly session: ImapSession;
  readonly index: MailboxIndex;
  /** True when the flags of the index are current. */
  readonly areFlagsCurrent: boolean;
  readonly cache: MessageCache;
}

/** What is known of one row: by attribute. */
type KnownValues = Partial<MessageItemValues>;

/** The rows whose messages exist, in the order of the uids, each with exactly the attributes of the request. */
export async function readRows(
  sources: RowSources,
  request: RowRequest,
  signal: AbortSignal,
): Promise<readonly MessageItem[]> {
  const { uids, attributes } = request;
  // The list itself shows which messages exist.
  if (attributes.size === 0) return uids.map((uid) => ({ uid }));
  const known = new Map<Uid, KnownValues>(uids.map((uid) => [uid, valuesInMemory(sources, request, uid)]));
  const missing = groupByMissing(request, known);
  const gone = new Set<Uid>();
  for (const group of missing) {
    const read = await readMissing(sources, { ...request, ...group }, signal);
    for (const uid of group.uids) {
      const values = read.get(uid);
      if (values) known.set(uid, { ...known.get(uid), ...values });
      else gone.add(uid);
    }
  }
  return uids.flatMap((uid) => (gone.has(uid) ? [] : toItem(uid, attributes, known.get(uid) ?? {})));
}

function valuesInMemory(
  { cache, index, areFlagsCurrent }: RowSources,
  request: RowRequest,
  uid: Uid,
): KnownValues {
  const lasting = cache.get(request.mailbox, uid, request.preview) ?? {};
  const flags = areFlagsCurrent && hasFlagAttribute(request.attributes) ? index.flagsOf(uid) : undefined;
  return flags ? { ...lasting, ...flagValues(flags) } : lasting;
}

function hasFlagAttribute(attributes: ReadonlySet<MessageItemAttribute>): boolean {
  for (const attribute of FLAG_ATTRIBUTES) if (attributes.has(attribute)) return true;
  return false;
}

interface MissingGroup {
  readonly uids: readonly Uid[];
  readonly attributes: ReadonlySet<MessageItemAttribute>;
}

/** The rows of which something is missing: those that lack flags alone, and the others with all that any of them lacks. */
function groupByMissing(
  { attributes }: RowRequest,
  known: ReadonlyMap<Uid, KnownValues>,
): readonly MissingGroup[] {
  const [flagless, others] = [newGroup(), newGroup()];
  for (const [uid, values] of known) {
    const lacking = [...attributes].filter((attribute) => values[attribute] === undefined);
    if (lacking.length === 0) continue;
    const group = lacking.every((attribute) => FLAG_ATTRIBUTES.has(attribute)) ? flagless : others;
    group.uids.push(uid);
    for (const attribute of lacking) group.attributes.add(attribute);
  }
  return [flagless, others].filter(({ uids }) => uids.length > 0);
}

function newGroup(): { readonly uids: Uid[]; readonly attributes: Set<MessageItemAttribute> } {
  return { uids: [], attributes: new Set() };
}

/** What was missing, by uid; of the messages that exist. */
async function readMissing(
  { session, cache }: RowSources,
  { mailbox, preview, ...request }: RowRequest,
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, KnownValues>> {
  const read = new Map<Uid, KnownValues>();
  for (const { item, isWhole } of await readItemAnswers(session, { ...request, preview }, signal)) {
    const { uid, ...values } = item;
    read.set(uid, values);
    if (isWhole) cache.add(mailbox, { uid, values }, preview);
  }
  return read;
}

function toItem(uid: Uid, attributes: ReadonlySet<MessageItemAttribute>, known: KnownValues): MessageItem {
  const item: { uid: Uid } & Record<string, unknown> = { uid };
  for (const attribute of attributes) item[attribute] = known[attribute];
  return item as MessageItem;
}
