/** Reads the body texts of one message in one FETCH. */
import type { BodyPart } from '../../domain/body-structure.ts';
import type { MessageBody } from '../../domain/message-body.ts';
import type { Uid } from '../../domain/uid.ts';
import { selectMessageParts } from '../../message/message-parts.ts';
import { decodePartText } from '../../message/part-text.ts';
import { readWholeMessage } from '../../message/whole-message.ts';
import { partStart } from './fetch-items.ts';
import { fetchMessages } from './fetched-messages.ts';
import type { ImapSession } from './imap-session.ts';
import { messageUnknown } from './message-unknown.ts';

/** Octets of all body texts together, as they travel; about a million characters of text and as much HTML. */
const MAX_BODY_OCTETS = 3 * 1024 * 1024;

/** A text part and how much of it is read. */
interface Portion {
  readonly part: BodyPart;
  readonly octets: number;
}

interface BodyRequest {
  readonly uid: Uid;
  readonly structure: BodyPart;
}

/** The texts as received. Throws `message-unknown` when the message vanished meanwhile. */
export async function readBody(
  session: ImapSession,
  { uid, structure }: BodyRequest,
  signal: AbortSignal,
): Promise<MessageBody> {
  if (isBlind(structure)) return readWholeBody(session, uid, signal);
  const { plain, html } = selectMessageParts(structure);
  const portions = limitPortions([...plain, ...html]);
  const items = portions.map(({ part, octets }) => partStart(part.path, octets));
  const fetched = await fetchMessages(session, { uids: [uid], items }, signal);
  const message = fetched.get(uid);
  if (!message) throw messageUnknown();
  const textOf = (parts: readonly BodyPart[]) =>
    parts
      .flatMap((part) => {
        const octets = message.parts.get(part.path);
        return octets ? [decodePartText(octets, part)] : [];
      })
      .join('\n');
  const wanted = [...plain, ...html].reduce((sum, part) => sum + part.octets, 0);
  return { uid, textPlain: textOf(plain), textHtml: textOf(html), isTruncated: wanted > MAX_BODY_OCTETS };
}

/** True for a multipart without any octet in its parts: the server could not take the message apart. */
function isBlind({ mediaType, children }: BodyPart): boolean {
  return (
    mediaType.startsWith('multipart/') && children.every((part) => part.octets === 0 && isBlindOrLeaf(part))
  );
}

function isBlindOrLeaf(part: BodyPart): boolean {
  return part.children.length === 0 || isBlind(part);
}

async function readWholeBody(session: ImapSession, uid: Uid, signal: AbortSignal): Promise<MessageBody> {
  const items = ['RFC822.SIZE', partStart('', MAX_BODY_OCTETS)] as const;
  const message = (await fetchMessages(session, { uids: [uid], items }, signal)).get(uid);
  if (!message) throw messageUnknown();
  const texts = await readWholeMessage(message.parts.get('') ?? new Uint8Array());
  return { uid, ...texts, isTruncated: (message.size ?? 0) > MAX_BODY_OCTETS };
}

/** The parts from the first on, as far as the bound reaches. */
function limitPortions(parts: readonly BodyPart[]): readonly Portion[] {
  const portions: Portion[] = [];
  let left = MAX_BODY_OCTETS;
  for (const part of parts) {
    if (left <= 0) break;
    const octets = Math.min(left, Math.max(part.octets, 1));
    portions.push({ part, octets });
    left -= octets;
  }
  return portions;
}
