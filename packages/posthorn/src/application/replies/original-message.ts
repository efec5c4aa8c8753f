import { MailError } from '../../domain/errors/mail-error.ts';
import type { MessageItem, MessageItemAttribute } from '../../domain/messages/message-item.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import { readMessages } from '../messages/read-messages.ts';
import type { HtmlReader } from '../ports/html-reader.ts';
import type { HtmlSanitizer } from '../ports/html-sanitizer.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';

/** Untrusted values, unsafe in header fields. */
export type Original = Partial<Pick<MessageItem, (typeof ENVELOPE_ATTRIBUTES)[number]>>;

/** Texts safe to show. */
export interface OriginalTexts {
  /** Derived from the HTML if missing. */
  readonly plain: string;
  /** Sanitised. */
  readonly html: string | undefined;
}

/** Readers of an original's texts. */
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

/**
 * Reads the original. Throws like `MailStore.listMessages`, `message-unknown`, and `message-gone` for an outdated
 * uidValidity.
 */
export function readOriginal(
  mailStore: MailStore,
  message: ExactMessageRef,
  signal: AbortSignal,
): Promise<Original> {
  return readIdentified(mailStore, { message, attributes: ENVELOPE_ATTRIBUTES }, signal);
}

/** Checks that the message exists. Throws like `readOriginal`. */
export async function verifyIdentity(
  mailStore: MailStore,
  message: ExactMessageRef,
  signal: AbortSignal,
): Promise<void> {
  await readIdentified(mailStore, { message, attributes: [] }, signal);
}

/** The message's texts. Throws like `MailStore.getMessageBody`. */
export async function readTexts(
  { mailStore, htmlSanitizer, htmlReader }: TextReaders,
  message: ExactMessageRef,
  signal: AbortSignal,
): Promise<OriginalTexts> {
  const body = await mailStore.getMessageBody(message, signal);
  // Remote images may stay: the reply is the user's own mail.
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
  const selection = { attributes: new Set(attributes) };
  const [found] = await readMessages({ mailStore, messages: [message], selection }, signal);
  // Another message may have the uid in a re-created mailbox.
  if (found !== undefined && found.uidValidity !== uidValidity) {
    throw new MailError('message-gone', { detail: 'The folder was re-created after the message was read.' });
  }
  if (found === undefined) throw new MailError('message-unknown', { detail: 'There is no such message.' });
  return found.item;
}
