import type { FetchItem } from 'posthorn-imap';
import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import type { MessageItem, MessageItemAttribute } from '../../../domain/messages/message-item.ts';
import type { PreviewOptions } from '../../../domain/messages/message-query.ts';
import { Turns } from '../../../domain/values/turns.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { hasUnreadTypes } from '../../../message/parts/doubtful-parts.ts';
import { UNREADABLE_STRUCTURE } from '../fetch/body-parts.ts';
import { fetchItems, WHOLE_HEADER } from '../fetch/fetch-items.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { readHeaderCharsets } from '../fetch/header-charsets.ts';
import { messageUnknown } from '../fetch/message-unknown.ts';
import { toMessageItem } from '../fetch/message-values.ts';
import { glimpse, isBlind } from '../search/blind-messages.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { readPreviews } from './previews.ts';

/** Items to read. */
export interface ItemRequest {
  readonly uids: readonly Uid[];
  readonly attributes: ReadonlySet<MessageItemAttribute>;
  readonly preview: PreviewOptions;
  readonly onStructure?: (uid: Uid, structure: BodyPart) => void;
}

const BATCH = 500;

/** Reads again after a NOOP if missing. Throws `message-unknown`. */
export async function readItem(
  session: ImapSession,
  { uid, ...selection }: Omit<ItemRequest, 'uids'> & { readonly uid: Uid },
  signal: AbortSignal,
): Promise<MessageItem> {
  const request = { uids: [uid], ...selection };
  const [known] = await readItems(session, request, signal);
  if (known) return known;
  await session.poll(signal);
  const [told] = await readItems(session, request, signal);
  if (told) return told;
  throw messageUnknown();
}

/** Existing ones, in order of the uids. */
export async function readItems(
  session: ImapSession,
  request: ItemRequest,
  signal: AbortSignal,
): Promise<readonly MessageItem[]> {
  return (await readItemAnswers(session, request, signal)).map(({ item }) => item);
}

/** Item and completeness. */
export interface ItemAnswer {
  readonly item: MessageItem;
  /** False: repeating may succeed. */
  readonly isWhole: boolean;
}

/** `readItems` with completeness. */
export async function readItemAnswers(
  session: ImapSession,
  request: ItemRequest,
  signal: AbortSignal,
): Promise<readonly ItemAnswer[]> {
  const answers: ItemAnswer[] = [];
  for (let start = 0; start < request.uids.length; start += BATCH) {
    const uids = request.uids.slice(start, start + BATCH);
    answers.push(...(await readBatch(session, { ...request, uids }, signal)));
  }
  return answers;
}

async function readBatch(
  session: ImapSession,
  { uids, attributes, preview, onStructure }: ItemRequest,
  signal: AbortSignal,
): Promise<readonly ItemAnswer[]> {
  const hasPreview = attributes.has('previewText');
  const items = fetchItems(attributes);
  const fetched = await fetchMessages(session, { uids, items }, signal);
  const messages = uids.flatMap((uid) => fetched.get(uid) ?? []);
  for (const { uid, structure } of messages) if (structure) onStructure?.(uid, structure);
  const blind = messages
    .filter(({ structure }) => structure && needsGlimpse(structure))
    .map(({ uid }) => uid);
  const glimpses = await glimpse(session, { uids: blind, preview }, signal);
  const others = messages.filter(({ uid }) => !glimpses.has(uid));
  const previews = hasPreview
    ? await readPreviews(session, { messages: others, preview }, signal)
    : new Map<Uid, string>();
  const charsets = await readHeaderCharsets(session, messages, signal);
  const answers: ItemAnswer[] = [];
  const turns = new Turns();
  for (const message of messages) {
    const seen = glimpses.get(message.uid);
    const headerCharset = charsets.get(message.uid);
    const known = { ...message, headerCharset, ...(seen && { structure: seen.structure }) };
    const previewText = seen?.preview ?? previews.get(message.uid);
    const hasAll = isWhole(known, items) && (!hasPreview || previewText !== undefined);
    answers.push({ item: toMessageItem(known, attributes, previewText ?? ''), isWhole: hasAll });
    await turns.take();
  }
  return answers;
}

function needsGlimpse(structure: BodyPart): boolean {
  return isBlind(structure) || hasUnreadTypes(structure);
}

function isWhole(message: FetchedMessage, items: readonly FetchItem[]): boolean {
  return items.every((item) => {
    if (item === WHOLE_HEADER) return message.parts.has(WHOLE_HEADER.section);
    if (typeof item !== 'string') return message.header !== undefined;
    const isThere = PRESENCE[item];
    return isThere === undefined || isThere(message);
  });
}

const PRESENCE: Partial<Record<Extract<FetchItem, string>, (message: FetchedMessage) => boolean>> = {
  BODYSTRUCTURE: ({ structure }) => structure !== undefined && structure !== UNREADABLE_STRUCTURE,
  INTERNALDATE: ({ internalDate }) => internalDate !== undefined,
  'RFC822.SIZE': ({ size }) => size !== undefined,
  FLAGS: ({ flags }) => flags !== undefined,
};
