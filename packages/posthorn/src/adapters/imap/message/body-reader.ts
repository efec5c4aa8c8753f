/** Reads the body texts of one message in one FETCH. */
import type { BodyPart } from '../../../domain/body-structure.ts';
import type { MessageBody } from '../../../domain/message-body.ts';
import type { Uid } from '../../../domain/uid.ts';
import { bodyTextPortions } from '../../../message/body-texts.ts';
import { selectMessageParts } from '../../../message/message-parts.ts';
import { partStart } from '../fetch/fetch-items.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { messageUnknown } from '../fetch/message-unknown.ts';
import { readBlindMessage } from '../search/blind-messages.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { KnownStructure } from './structure-cache.ts';

interface BodyRequest {
  readonly uid: Uid;
  readonly known: KnownStructure;
}

/** The texts as received. Throws `message-unknown` when the message vanished meanwhile. */
export async function readBody(
  session: ImapSession,
  { uid, known }: BodyRequest,
  signal: AbortSignal,
): Promise<MessageBody> {
  if (known.ranges) {
    const request = { texts: true } as const;
    return { uid, ...(await readBlindMessage(session, { uid, request }, signal)).texts };
  }
  return { uid, ...(await readTexts(session, { uid, structure: known.structure }, signal)) };
}

async function readTexts(
  session: ImapSession,
  { uid, structure }: { readonly uid: Uid; readonly structure: BodyPart },
  signal: AbortSignal,
): Promise<Omit<MessageBody, 'uid'>> {
  const selected = selectMessageParts(structure);
  const items = bodyTextPortions(selected).map(({ part, octets }) => partStart(part.path, octets));
  const message = (await fetchMessages(session, { uids: [uid], items }, signal)).get(uid);
  if (!message) throw messageUnknown();
  const { plain, html } = selected;
  return session.wholeMessages.decodeTexts({ plain, html, contents: message.parts }, signal);
}
