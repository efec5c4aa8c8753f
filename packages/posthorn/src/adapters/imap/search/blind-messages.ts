import type {
  WholeMessageAnswer,
  WholeMessageRequest,
} from '../../../application/ports/mail/whole-message-reader.ts';
import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import type { PreviewOptions } from '../../../domain/messages/message-query.ts';
import { Turns } from '../../../domain/values/turns.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { MimeLimits } from '../../../message/parts/mime-parts.ts';
import { openWholeMessage } from '../../../message/whole-message.ts';
import { partStart } from '../fetch/fetch-items.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { readMessageOctets } from '../fetch/message-octets.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { collectOctets } from './message-reader.ts';

const BEGINNING_OCTETS = 64 * 1024;
/** More needs a thread. */
const GLIMPSE_LIMITS: MimeLimits = { maxDepth: 100, maxParts: 200 };
const BATCH = 50;

/** True if the server could not parse it: multiparts without content. */
export function isBlind(part: BodyPart): boolean {
  if (!part.mediaType.startsWith('multipart/')) return false;
  return part.children.every(isEmptyLeaf) || part.children.some(isBlind);
}

function isEmptyLeaf({ octets, children }: BodyPart): boolean {
  return octets === 0 && children.length === 0;
}

/** List values. */
export interface Glimpse {
  readonly structure: BodyPart;
  readonly preview: string;
}

/** Reads messages by their beginnings. */
export async function glimpse(
  session: ImapSession,
  { uids, preview }: { readonly uids: readonly Uid[]; readonly preview: PreviewOptions },
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, Glimpse>> {
  const glimpses = new Map<Uid, Glimpse>();
  const turns = new Turns();
  for (let start = 0; start < uids.length; start += BATCH) {
    const batch = uids.slice(start, start + BATCH);
    const items = [partStart('', BEGINNING_OCTETS)];
    for (const { uid, parts } of (await fetchMessages(session, { uids: batch, items }, signal)).values()) {
      glimpses.set(uid, look(parts.get('') ?? new Uint8Array(), preview));
      await turns.take();
    }
  }
  return glimpses;
}

function look(octets: Uint8Array, preview: PreviewOptions): Glimpse {
  const message = openWholeMessage(octets, GLIMPSE_LIMITS);
  return { structure: message.structure, preview: message.readPreview(preview) };
}

/** Reads all octets. Throws `message-unknown`, `message-too-large`. */
export async function readBlindMessage<Name extends keyof WholeMessageRequest>(
  session: ImapSession,
  { uid, request }: { readonly uid: Uid; readonly request: Pick<WholeMessageRequest, Name> },
  signal: AbortSignal,
): Promise<Pick<WholeMessageAnswer, Name>> {
  const octets = await collectOctets(readMessageOctets(session, uid, signal), 0);
  return session.wholeMessages.read({ octets, request }, signal);
}
