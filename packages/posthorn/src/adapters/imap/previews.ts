/** Preview texts for a window of messages: from the server where it makes them, else from the first octets of the text parts. */
import type { BodyPart } from '../../domain/body-structure.ts';
import type { PreviewOptions, PreviewPrecedence } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import { selectMessageParts } from '../../message/message-parts.ts';
import { decodePartText } from '../../message/part-text.ts';
import { fitPreviewText, toPreviewText } from '../../message/preview-text.ts';
import { type PreviewSource, partStart } from './fetch-items.ts';
import type { FetchedMessage } from './fetched-message.ts';
import { fetchMessages } from './fetched-messages.ts';
import type { ImapSession } from './imap-session.ts';

/** Servers make previews of up to 200 characters (RFC 8970 §3.1 allows no more than 256). */
const MAX_SERVER_PREVIEW_CHARACTERS = 200;
/** Octets that hold a preview: little for text, more for HTML, which begins with its styles. */
const PLAIN_OCTETS = 4 * 1024;
const HTML_OCTETS = 16 * 1024;
const MEDIA_TYPES = { plain: 'text/plain', html: 'text/html' } as const;

/** How previews of this kind are made on this server. */
export function choosePreviewSource(
  capabilities: ReadonlySet<string>,
  { maxCharacters, sources }: PreviewOptions,
): PreviewSource {
  // A server chooses the text by itself; whoever insists on one kind gets it from the parts.
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
    parts: structure ? candidateParts(structure, preview.sources) : [],
  }));
  const wanted = candidates.filter(({ parts }) => parts.length > 0);
  const octetsByPath = new Map<string, number>();
  for (const { path, mediaType } of wanted.flatMap(({ parts }) => parts)) {
    const octets = mediaType === 'text/html' ? HTML_OCTETS : PLAIN_OCTETS;
    octetsByPath.set(path, Math.max(octets, octetsByPath.get(path) ?? 0));
  }
  const items = [...octetsByPath].map(([path, octets]) => partStart(path, octets));
  const fetched = await fetchMessages(session, { uids: wanted.map(({ uid }) => uid), items }, signal);
  return new Map(
    candidates.map(({ uid, parts }) => [
      uid,
      firstPreview(parts, fetched.get(uid)?.parts ?? new Map(), preview.maxCharacters),
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
  const items = ['BODYSTRUCTURE'] as const;
  const fetched = await fetchMessages(session, { uids: bare, items }, signal);
  return messages.map((message) => fetched.get(message.uid) ?? message);
}

/** The first text part of each kind, in the order of precedence. */
function candidateParts(structure: BodyPart, sources: readonly PreviewPrecedence[]): readonly BodyPart[] {
  const selected = selectMessageParts(structure);
  return sources.flatMap((source) => selected[source].slice(0, 1));
}

function firstPreview(
  parts: readonly BodyPart[],
  contents: ReadonlyMap<string, Buffer>,
  maxCharacters: number,
): string {
  for (const part of parts) {
    const octets = contents.get(part.path);
    const mediaType = part.mediaType === MEDIA_TYPES.html ? MEDIA_TYPES.html : MEDIA_TYPES.plain;
    const text = octets ? toPreviewText(decodePartText(octets, part), mediaType, maxCharacters) : '';
    if (text !== '') return text;
  }
  return '';
}
