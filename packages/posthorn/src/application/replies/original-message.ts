/** Reads the message that is answered or forwarded. */
import { MailError } from '../../domain/mail-error.ts';
import type { MessageItem, MessageItemAttribute } from '../../domain/message-item.ts';
import { DEFAULT_PREVIEW } from '../../domain/message-query.ts';
import type { ExactMessageRef } from '../../domain/message-ref.ts';
import { readMessages } from '../messages/read-messages.ts';
import type { HtmlReader } from '../ports/html-reader.ts';
import type { HtmlSanitizer } from '../ports/html-sanitizer.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';

/** The values that replies are made from. They come from strangers and are not yet safe in a header field. */
export type Original = Partial<Pick<MessageItem, (typeof ENVELOPE_ATTRIBUTES)[number]>>;

/** The texts of a message, safe to show. */
export interface OriginalTexts {
  /** Made from the HTML where the message has none. */
  readonly plain: string;
  /** Sanitised; undefined where the message has none. */
  readonly html: string | undefined;
}

/** What the texts of an original are read with. */
export interface TextReaders {
  readonly mailStore: MailStore;
  readonly htmlSanitizer: HtmlSanitizer;
  readonly htmlReader: HtmlReader;
}

const ENVELOPE_ATTRIBUTES = [
  'from',
  'to',
  'cc',
  'replyTo',
  'subject',
  'date',
  'messageId',
  'references',
  'inReplyTo',
] as const satisfies readonly MessageItemAttribute[];
const CUT_MARK = '[...]';

/** Throws what `MailStore.listMessages` throws, `message-unknown`, and `message-gone` when the uid has lost its meaning. */
export function readOriginal(
  mailStore: MailStore,
  message: ExactMessageRef,
  signal: AbortSignal,
): Promise<Original> {
  return readIdentified(mailStore, { message, attributes: ENVELOPE_ATTRIBUTES }, signal);
}

/** Throws as `readOriginal` does when the message does not exist. */
export async function verifyIdentity(
  mailStore: MailStore,
  message: ExactMessageRef,
  signal: AbortSignal,
): Promise<void> {
  await readIdentified(mailStore, { message, attributes: [] }, signal);
}

/** Throws what `MailStore.getMessageBody` throws. */
export async function readTexts(
  { mailStore, htmlSanitizer, htmlReader }: TextReaders,
  message: ExactMessageRef,
  signal: AbortSignal,
): Promise<OriginalTexts> {
  const body = await mailStore.getMessageBody(message, signal);
  // Who answers may have allowed the images; the answer is his own mail.
  const { html, ...sanitized } = await htmlSanitizer.sanitize(
    { html: body.textHtml, images: 'allow' },
    signal,
  );
  const isTruncated = body.truncated.length > 0 || sanitized.isTruncated;
  const plain = body.textPlain.trim() === '' ? await htmlReader.toText(html, signal) : body.textPlain;
  return {
    plain: isTruncated ? `${plain}\n${CUT_MARK}` : plain,
    html: html.trim() === '' ? undefined : isTruncated ? `${html}<p>${CUT_MARK}</p>` : html,
  };
}

interface IdentifiedReading {
  readonly message: ExactMessageRef;
  readonly attributes: readonly MessageItemAttribute[];
}

async function readIdentified(
  mailStore: MailStore,
  { message, attributes }: IdentifiedReading,
  signal: AbortSignal,
): Promise<MessageItem> {
  const { uidValidity } = message;
  const selection = { attributes: new Set(attributes), preview: DEFAULT_PREVIEW };
  const [found] = await readMessages({ mailStore, messages: [message], selection }, signal);
  // A mailbox that was re-created has another uidValidity, whether or not it has the uid.
  if (found !== undefined && found.uidValidity !== uidValidity) {
    throw new MailError('message-gone', { detail: 'The folder was re-created after the message was read.' });
  }
  if (found === undefined) throw new MailError('message-unknown', { detail: 'There is no such message.' });
  return found.item;
}
