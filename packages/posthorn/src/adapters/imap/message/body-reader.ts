import type { BodyText, MessageBody } from '../../../domain/messages/message-body.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { selectMessageParts } from '../../../message/parts/message-parts.ts';
import { bodyTextPortions, partsOfTexts, type TextParts } from '../../../message/texts/body-texts.ts';
import { partStart } from '../fetch/fetch-items.ts';
import { fetchMessage } from '../fetch/message-fetcher.ts';
import { readBlindMessage } from '../search/blind-messages.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { KnownStructure } from './structure-cache.ts';

interface BodyRequest {
  readonly uid: Uid;
  readonly known: KnownStructure;
  /** Undefined: both. */
  readonly texts: ReadonlySet<BodyText> | undefined;
}

const BOTH: ReadonlySet<BodyText> = new Set(['textPlain', 'textHtml']);

/** Texts as received, in one FETCH. Throws `message-unknown`. */
export async function readBody(
  session: ImapSession,
  { uid, known, texts = BOTH }: BodyRequest,
  signal: AbortSignal,
): Promise<MessageBody> {
  if (known.ranges) {
    const request = { texts: true } as const;
    const whole = await readBlindMessage(session, { uid, request }, signal);
    return { uid, ...whole.texts };
  }
  const parts = partsOfTexts(selectMessageParts(known.structure), texts);
  return { uid, ...(await readTexts(session, { uid, parts }, signal)) };
}

async function readTexts(
  session: ImapSession,
  { uid, parts }: { readonly uid: Uid; readonly parts: TextParts },
  signal: AbortSignal,
): Promise<Omit<MessageBody, 'uid'>> {
  const items = bodyTextPortions(parts).map(({ part, octets }) => partStart(part.path, octets));
  // Another session may have listed it, which this one has not seen yet.
  const message = await fetchMessage(session, { uid, items }, signal);
  return session.wholeMessages.decodeTexts({ ...parts, contents: message.parts }, signal);
}
