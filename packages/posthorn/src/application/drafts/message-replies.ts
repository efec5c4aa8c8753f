import { MailError } from '../../domain/errors/mail-error.ts';
import type { Attachment } from '../../domain/messages/attachment.ts';
import type { DraftChange, DraftHeader, MessageReference } from '../../domain/messages/message-draft.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';
import type { ContentSpool } from '../ports/content-spool.ts';
import type { HtmlReader } from '../ports/html-reader.ts';
import type { HtmlSanitizer } from '../ports/html-sanitizer.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import { forwardTexts } from '../replies/forwarded-text.ts';
import { type KeptAttachments, keepAttachments, type MessagePart } from '../replies/kept-attachments.ts';
import { type Original, readOriginal, readTexts, verifyIdentity } from '../replies/original-message.ts';
import { quote } from '../replies/quoted-text.ts';
import { recipientsOfReply, recipientsOfReplyToAll } from '../replies/recipients.ts';
import { inReplyToOf, referencesOf } from '../replies/references.ts';
import { forwardSubject, replySubject } from '../replies/subject.ts';

/** A reply's original and options. */
export interface ReplyRequest {
  readonly original: ExactMessageRef;
  readonly isToAll: boolean;
  readonly isQuoted: boolean;
}

/** A draft answering or forwarding a message. Call `release` after use. */
export interface PreparedAnswer {
  readonly change: DraftChange;
  release(): Promise<void>;
}

/**
 * Prepares valid drafts without the original's invalid values. Throws like `MailStore`, and `message-gone`
 * for an outdated uidValidity.
 */
export interface MessageReplies {
  /** Includes the quoted HTML's images. */
  reply(request: ReplyRequest, signal: AbortSignal): Promise<PreparedAnswer>;

  /**
   * Forwards the whole text and attachments. Throws `message-too-large` above `MAX_ATTACHED_OCTETS`, and like
   * `ContentSpool.keep`.
   */
  forward(request: { readonly original: ExactMessageRef }, signal: AbortSignal): Promise<PreparedAnswer>;

  /** Copies attachments; release them. Throws like `forward`, `attachment-unknown`, and `invalid-document` above 1000. */
  copyAttachments(parts: readonly MessagePart[], signal: AbortSignal): Promise<KeptAttachments>;
}

/** Dependencies. */
export interface MessageRepliesDependencies {
  readonly mailStore: MailStore;
  readonly contentSpool: ContentSpool;
  readonly htmlSanitizer: HtmlSanitizer;
  readonly htmlReader: HtmlReader;
}

/** Each costs a command. */
const MAX_COPIED_PARTS = 1_000;

const CID_URL = /\bcid:([^"'<>\s]{1,900})/g;

/** The service. */
export function createMessageReplies(dependencies: MessageRepliesDependencies): MessageReplies {
  const { mailStore, contentSpool } = dependencies;
  return {
    async reply({ original: message, isToAll, isQuoted }, signal) {
      const original = await readOriginal(mailStore, message, signal);
      const header = writeReplyHeader({ message, original, isToAll });
      if (!isQuoted) return { change: { header }, release: async () => undefined };
      const texts = await readTexts(dependencies, message, signal);
      const isShown = findReferenced(texts.html);
      const parts = texts.html?.includes('cid:') ? await mailStore.listAttachments(message, signal) : [];
      const { attachments, release } = await keepAttachments(
        { mailStore, contentSpool, isShown },
        parts.filter(isShown).map(({ part }) => ({ message, part })),
        signal,
      );
      return { change: { header, ...quote(original, texts), addedAttachments: attachments }, release };
    },

    async forward({ original: message }, signal) {
      const original = await readOriginal(mailStore, message, signal);
      const texts = await readTexts(dependencies, message, signal);
      const parts = await mailStore.listAttachments(message, signal);
      const { attachments, release } = await keepAttachments(
        { mailStore, contentSpool, isShown: findShown(texts.html) },
        parts.map(({ part }) => ({ message, part })),
        signal,
      );
      const header = writeForwardHeader(message, original);
      return {
        change: { header, ...forwardTexts(original, texts), addedAttachments: attachments },
        release,
      };
    },

    async copyAttachments(parts, signal) {
      if (parts.length > MAX_COPIED_PARTS) throw tooManyParts();
      for (const message of distinctMessages(parts)) await verifyIdentity(mailStore, message, signal);
      return keepAttachments({ mailStore, contentSpool, isShown: ({ isInline }) => isInline }, parts, signal);
    },
  };
}

interface ReplyInput {
  readonly message: ExactMessageRef;
  readonly original: Original;
  readonly isToAll: boolean;
}

function writeReplyHeader({ message, original, isToAll }: ReplyInput): DraftHeader {
  const { account } = message;
  return {
    from: account.from,
    ...(isToAll ? recipientsOfReplyToAll(original, account) : recipientsOfReply(original, account)),
    subject: replySubject(original.subject ?? ''),
    inReplyTo: inReplyToOf(original),
    references: referencesOf(original),
    answerOf: referTo(message),
  };
}

function writeForwardHeader({ account }: ExactMessageRef, original: Original): DraftHeader {
  return {
    from: account.from,
    subject: forwardSubject(original.subject ?? ''),
    references: referencesOf(original),
  };
}

function referTo({ account, mailbox, uid }: ExactMessageRef): MessageReference {
  return { mailAccountId: account.id, mailFolderId: mailbox, id: String(uid) };
}

function findReferenced(html = ''): (attachment: Attachment) => boolean {
  const shownIds = new Set(Array.from(html.matchAll(CID_URL), ([, id = '']) => id));
  return ({ mediaType, contentId }) => mediaType.startsWith('image/') && shownIds.has(contentId ?? '');
}

/** Some programs declare shown images as attachments. */
function findShown(html = ''): (attachment: Attachment) => boolean {
  const isReferenced = findReferenced(html);
  return (attachment) => attachment.isInline || isReferenced(attachment);
}

function distinctMessages(parts: readonly MessagePart[]): readonly ExactMessageRef[] {
  const keyOf = ({ account, mailbox, uid, uidValidity }: ExactMessageRef) =>
    JSON.stringify([account.id, mailbox, uid, uidValidity]);
  return [...new Map(parts.map(({ message }) => [keyOf(message), message])).values()];
}

function tooManyParts(): MailError {
  const detail = `More than ${MAX_COPIED_PARTS} attachments are to be copied.`;
  return new MailError('invalid-document', { detail });
}
