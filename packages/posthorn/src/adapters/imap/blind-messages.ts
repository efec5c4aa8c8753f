/** Looks into messages whose parts the server cannot tell: their octets are read instead, within bounds. */
import type { BodyPart } from '../../domain/body-structure.ts';
import type { Uid } from '../../domain/uid.ts';
import { openWholeMessage, type WholeMessage } from '../../message/whole-message.ts';
import { partStart } from './fetch-items.ts';
import { fetchMessages } from './fetched-messages.ts';
import type { ImapSession } from './imap-session.ts';
import { collectSteps } from './message-reader.ts';
import { readSteps } from './message-steps.ts';

/** Octets of a message that tell for a list whether it has files, and how its text begins. */
const BEGINNING_OCTETS = 64 * 1024;
/** Messages of one FETCH: what is fetched together is in memory together. */
const BATCH = 50;

/** True for a multipart without any octet in its parts: the server could not take the message apart. */
export function isBlind({ mediaType, children }: BodyPart): boolean {
  return (
    mediaType.startsWith('multipart/') && children.every((part) => part.octets === 0 && isBlindOrLeaf(part))
  );
}

function isBlindOrLeaf(part: BodyPart): boolean {
  return part.children.length === 0 || isBlind(part);
}

/** The beginnings of those messages that exist. */
export async function openBeginnings(
  session: ImapSession,
  uids: readonly Uid[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Uid, WholeMessage>> {
  const messages = new Map<Uid, WholeMessage>();
  for (let start = 0; start < uids.length; start += BATCH) {
    const batch = uids.slice(start, start + BATCH);
    const items = [partStart('', BEGINNING_OCTETS)];
    for (const { uid, parts } of (await fetchMessages(session, { uids: batch, items }, signal)).values()) {
      messages.set(uid, openWholeMessage(parts.get('') ?? new Uint8Array()));
    }
  }
  return messages;
}

/** The whole message. Throws `message-unknown`, and `message-too-large` as `readMessage` does. */
export async function openBlindMessage(
  session: ImapSession,
  uid: Uid,
  signal: AbortSignal,
): Promise<WholeMessage> {
  return openWholeMessage(await collectSteps(readSteps(session, { uid }, signal), 0));
}
