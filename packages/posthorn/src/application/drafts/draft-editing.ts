/** Application service: what clients need that have an HTML editor, and copy texts from message to message by themselves. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Attachment } from '../../domain/attachment.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import type { ReadableBody } from '../../domain/message-body.ts';
import type { DraftChange } from '../../domain/message-draft.ts';
import { DEFAULT_PREVIEW } from '../../domain/message-query.ts';
import type { MessageRef } from '../../domain/message-ref.ts';
import type { RemoteImages } from '../../domain/remote-content.ts';
import { listOpenedAttachments } from '../attachments/opened-attachments.ts';
import { mapShownImages, shownContentIds } from '../messages/html-images.ts';
import type { MessageBodies } from '../messages/message-bodies.ts';
import { readMessages } from '../messages/read-messages.ts';
import type { ContentSpool } from '../ports/content-spool.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import { textToHtml } from '../replies/html-text.ts';
import { keepAttachments, type MessagePart } from '../replies/kept-attachments.ts';
import { isWritableId } from '../replies/writable-id.ts';
import type { PreparedDraft } from './draft-sources.ts';
import { createFileTaker, type FileTaking, type TakenFiles } from './forwarded-files.ts';
import type { RecentOriginal, RecentOriginals } from './recent-originals.ts';

/** Escaping more at once would keep other requests waiting. */
const CHARACTERS_AT_ONCE = 50_000;

/** New texts of a draft. */
export interface TextsToPrepare {
  readonly account: MailAccount;
  /** The draft that has images already; null for a new one. */
  readonly draft: MessageRef | null;
  readonly change: Pick<DraftChange, 'textPlain' | 'textHtml'>;
}

/**
 * Clients open a message, and write another one with its texts and the names of its files. Which messages an account has opened is
 * remembered for some hours. All methods throw what `MailStore` throws.
 */
export interface DraftEditing {
  /**
   * The texts for an editor: the HTML alone, made of the plain text where the message has none. The plain text is empty, because clients
   * send it back as that of another message.
   */
  open(message: MessageRef & { readonly images: RemoteImages }, signal: AbortSignal): Promise<ReadableBody>;

  /**
   * The texts with the images that their HTML shows. Those of messages that were opened are attached; an image that is nowhere is taken
   * out of the HTML. Throws what `MessageReplies.copyAttachments` throws for its files. Release what is no longer needed.
   */
  prepareTexts(texts: TextsToPrepare, signal: AbortSignal): Promise<PreparedDraft>;

  /**
   * Files for a draft: those that have no content are those of that name in a message that was opened. Throws `invalid-document` that
   * names a file that does not exist, and what `MessageReplies.copyAttachments` throws. Release what is no longer needed.
   */
  takeFiles(taking: FileTaking, signal: AbortSignal): Promise<TakenFiles>;
}

/** What `createDraftEditing` works with. */
export interface DraftEditingDependencies {
  readonly mailStore: MailStore;
  readonly contentSpool: ContentSpool;
  readonly messageBodies: MessageBodies;
  readonly recentOriginals: RecentOriginals;
}

/** Creates the service for clients with an HTML editor. */
export function createDraftEditing(dependencies: DraftEditingDependencies): DraftEditing {
  const { mailStore, messageBodies, recentOriginals } = dependencies;
  return {
    async open(message, signal) {
      const body = await messageBodies.get(message, signal);
      const selection = { attributes: new Set(['subject'] as const), preview: DEFAULT_PREVIEW };
      const [found] = await readMessages({ mailStore, messages: [message], selection }, signal);
      if (found !== undefined) {
        const { uidValidity, item } = found;
        const { account, mailbox, uid } = message;
        const opened = { message: { account, mailbox, uid, uidValidity }, subject: item.subject ?? '' };
        await recentOriginals.remember(opened);
      }
      const hasHtml = body.textHtml.trim() !== '';
      const textHtml = hasHtml ? body.textHtml : await escapeInSteps(body.textPlain);
      return { ...body, textHtml, textPlain: '' };
    },

    prepareTexts: (texts, signal) => prepareTexts(dependencies, texts, signal),
    takeFiles: createFileTaker(dependencies),
  };
}

async function escapeInSteps(text: string): Promise<string> {
  const lines = text.replace(/\r\n?/g, '\n').trimEnd();
  const pieces: string[] = [];
  for (let start = 0; start < lines.length; start += CHARACTERS_AT_ONCE) {
    if (start > 0) await yieldToOthers();
    pieces.push(textToHtml(lines.slice(start, start + CHARACTERS_AT_ONCE)));
  }
  return pieces.join('');
}

async function prepareTexts(
  { mailStore, contentSpool, recentOriginals }: DraftEditingDependencies,
  { account, draft, change }: TextsToPrepare,
  signal: AbortSignal,
): Promise<PreparedDraft> {
  const { textHtml } = change;
  const missing = new Set(await shownContentIds(textHtml ?? ''));
  if (textHtml === undefined || missing.size === 0) return { change, release: async () => undefined };
  for (const { contentId } of draft === null ? [] : await listOpenedAttachments(mailStore, draft, signal)) {
    missing.delete(contentId ?? '');
  }
  const originals = await recentOriginals.list(account);
  const parts = await takeImages(mailStore, { originals, missing }, signal);
  const keeping = { mailStore, contentSpool, isShown: () => true };
  const { attachments, release } = await keepAttachments(keeping, parts, signal);
  const shown = await mapShownImages(textHtml, (contentId) => (missing.has(contentId) ? null : undefined));
  return { change: { ...change, textHtml: shown, addedAttachments: attachments }, release };
}

/** The parts of the originals that are the missing images; found images are removed from `missing`. */
async function takeImages(
  mailStore: MailStore,
  { originals, missing }: { readonly originals: readonly RecentOriginal[]; readonly missing: Set<string> },
  signal: AbortSignal,
): Promise<readonly MessagePart[]> {
  const parts: MessagePart[] = [];
  for (const { message } of originals) {
    if (missing.size === 0) break;
    const images = (await listOpenedAttachments(mailStore, message, signal)).filter(isWritableImage);
    const taken = images.filter(({ contentId }) => missing.delete(contentId ?? ''));
    parts.push(...taken.map(({ part }) => ({ message, part })));
  }
  return parts;
}

function isWritableImage({ contentId, mediaType }: Attachment): boolean {
  return mediaType.startsWith('image/') && contentId !== null && isWritableId(contentId);
}
