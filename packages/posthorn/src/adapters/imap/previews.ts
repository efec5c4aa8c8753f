/** Preview texts for a window of messages: from the server where it makes them, else from the first octets of the text parts. */
import type { PreviewOptions } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import { previewPortions, toPreview } from '../../message/part-previews.ts';
import { fitPreviewText } from '../../message/preview-text.ts';
import { type PreviewSource, partStart } from './fetch-items.ts';
import type { FetchedMessage } from './fetched-message.ts';
import { fetchMessages } from './fetched-messages.ts';
import type { ImapSession } from './imap-session.ts';

/** Servers make previews of up to 200 characters (RFC 8970 §3.1 allows no more than 256). */
const MAX_SERVER_PREVIEW_CHARACTERS = 200;

/** How previews of this kind are made on this server. */
export function choosePreviewSource(
  capabilities: ReadonlySet<string>,
  { maxCharacters, sources }: PreviewOptions,
): PreviewSource {
  // The server chooses the text itself; a preview from one kind of text has to come from the parts.
  const isServerChoiceFine = sources.length === 2 && maxCharacters <= MAX_SERVER_PREVIEW_CHARACTERS;
  return capabilities.has('PREVIEW') && isServerChoiceFine ? 'server' : 'parts';
}

/** A preview for each message, by uid; empty for messages without text. Costs at most one further FETCH. */
export async function readPreviews(
  session: ImapSession,
  { messages, preview }: { messages: readonly FetchedMessage[]; preview: PreviewOptions },
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, string>> {
  const previews = new Map<Uid, string>();
  const unsettled: FetchedMessage[] = [];
  for (const message of messages) {
    if (typeof message.preview === 'string') {
      previews.set(message.uid, fitPreviewText(message.preview, preview.maxCharacters));
    } else unsettled.push(message);
  }
  const made = await previewsFromParts(session, { messages: unsettled, preview }, signal);
  return new Map([...previews, ...made]);
}

async function previewsFromParts(
  session: ImapSession,
  { messages, preview }: { messages: readonly FetchedMessage[]; preview: PreviewOptions },
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, string>> {
  const structured = await withStructures(session, messages, signal);
  const candidates = structured.map(({ uid, structure }) => ({
    uid,
    portions: structure ? previewPortions(structure, preview) : [],
  }));
  const wanted = candidates.filter(({ portions }) => portions.length > 0);
  const octetsByPath = new Map<string, number>();
  for (const { part, octets } of wanted.flatMap(({ portions }) => portions)) {
    octetsByPath.set(part.path, Math.max(octets, octetsByPath.get(part.path) ?? 0));
  }
  const items = [...octetsByPath].map(([path, octets]) => partStart(path, octets));
  const uids = wanted.map(({ uid }) => uid);
  const fetched = await fetchMessages(session, { uids, items }, signal);
  return new Map(
    candidates.map(({ uid, portions }) => [
      uid,
      toPreview(portions, fetched.get(uid)?.parts ?? new Map(), preview),
    ]),
  );
}

/** The messages with their structures; those that a server preview was expected for have none yet. */
async function withStructures(
  session: ImapSession,
  messages: readonly FetchedMessage[],
  signal: AbortSignal,
): Promise<readonly FetchedMessage[]> {
  const bare = messages.filter(({ structure }) => structure === undefined).map(({ uid }) => uid);
  if (bare.length === 0) return messages;
  const fetched = await fetchMessages(session, { uids: bare, items: ['BODYSTRUCTURE'] }, signal);
  return messages.map((message) => fetched.get(message.uid) ?? message);
}
