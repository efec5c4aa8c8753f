import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import type { Attachment } from '../../domain/messages/attachment.ts';
import type { ReadableBody } from '../../domain/messages/message-body.ts';
import type { DraftChange } from '../../domain/messages/message-draft.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import type { RemoteImages } from '../../domain/messages/remote-content.ts';
import { listOpenedAttachments } from '../attachments/opened-attachments.ts';
import { mapShownImages, shownContentIds } from '../messages/html-images.ts';
import type { MessageBodies } from '../messages/message-bodies.ts';
import { readMessages } from '../messages/read-messages.ts';
import type { ContentSpool } from '../ports/content-spool.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { RecentOriginals } from '../ports/state/recent-originals.ts';
import { textToHtml } from '../replies/html-text.ts';
import { keepAttachments, type MessagePart } from '../replies/kept-attachments.ts';
import { isWritableId } from '../replies/writable-id.ts';
import type { PreparedDraft } from './draft-sources.ts';
import { createFileTaker, type FileTaking, type TakenFiles } from './forwarded-files.ts';
import { listOriginals, type RecentOriginal, rememberOriginal } from './recent-originals.ts';

/** Longer texts block other requests. */
const CHARACTERS_AT_ONCE = 50_000;

/** A draft's new texts. */
export interface TextsToPrepare {
  readonly account: MailAccount;
  readonly draft: MessageRef | null;
  readonly change: Pick<DraftChange, 'textPlain' | 'textHtml'>;
}

/** Serves HTML editors, which reuse an opened message's texts and file names. Throws like `MailStore`. */
export interface DraftEditing {
  /** Only HTML: clients would send the plain text back. */
  open(message: MessageRef & { readonly images: RemoteImages }, signal: AbortSignal): Promise<ReadableBody>;

  /**
   * Attaches opened messages' shown images, and removes missing ones from the HTML. Release the result.
   * Throws like `MessageReplies.copyAttachments`.
   */
  prepareTexts(texts: TextsToPrepare, signal: AbortSignal): Promise<PreparedDraft>;

  /**
   * Takes files without content by name from opened messages. Release the result. Throws `invalid-document` for a
   * missing file, and like `MessageReplies.copyAttachments`.
   */
  takeFiles(taking: FileTaking, signal: AbortSignal): Promise<TakenFiles>;
}

/** Dependencies. */
export interface DraftEditingDependencies {
  readonly mailStore: MailStore;
  readonly contentSpool: ContentSpool;
  readonly messageBodies: MessageBodies;
  readonly recentOriginals: RecentOriginals;
}

/** The service. */
export function createDraftEditing(dependencies: DraftEditingDependencies): DraftEditing {
  const { mailStore, messageBodies, recentOriginals } = dependencies;
  return {
    async open(message, signal) {
      const body = await messageBodies.get(message, signal);
      const selection = { attributes: new Set(['subject'] as const) };
      const [found] = await readMessages({ mailStore, messages: [message], selection }, signal);
      if (found !== undefined) {
        const { uidValidity, item } = found;
        const { account, mailbox, uid } = message;
        const opened = { message: { account, mailbox, uid, uidValidity }, subject: item.subject ?? '' };
        await rememberOriginal(recentOriginals, opened);
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
  const originals = await listOriginals(recentOriginals, account);
  const parts = await takeImages(mailStore, { originals, missing }, signal);
  const keeping = { mailStore, contentSpool, isShown: () => true };
  const { attachments, release } = await keepAttachments(keeping, parts, signal);
  const shown = await mapShownImages(textHtml, (contentId) => (missing.has(contentId) ? null : undefined));
  return { change: { ...change, textHtml: shown, addedAttachments: attachments }, release };
}

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
