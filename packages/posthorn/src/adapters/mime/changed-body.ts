import { MailError } from '../../domain/errors/mail-error.ts';
import type { BodyPart } from '../../domain/messages/body-structure.ts';
import type { DraftChange } from '../../domain/messages/message-draft.ts';
import { type MessageParts, selectMessageParts } from '../../message/parts/message-parts.ts';
import { toBodyTexts } from './body-texts.ts';
import { type Entity, keptEntity, mixedEntity } from './entity.ts';
import { collectKeptParts } from './kept-parts.ts';
import { type AttachedParts, layOutBody, writeAttachments } from './new-body.ts';
import { findParts, parentOf, type RawBody, type RawPart } from './part-tree.ts';
import { rewritePart } from './rewritten-part.ts';

interface OldBody {
  readonly root: RawPart;
  readonly parts: MessageParts;
  readonly removed: ReadonlySet<BodyPart>;
}

/** True beyond header fields. */
export function isBodyChange(change: DraftChange): boolean {
  const { addedAttachments = [], removedParts = [] } = change;
  return isTextChange(change) || addedAttachments.length > 0 || removedParts.length > 0;
}

/**
 * Other multiparts keep their octets. Throws `invalid-document`, and `attachment-unknown` for
 * non-attachments.
 */
export async function changeBody(old: RawBody, change: DraftChange): Promise<Entity> {
  const root = findParts(old);
  const parts = selectMessageParts(root);
  const removed = findAttachments(parts, change.removedParts ?? []);
  const body: OldBody = { root, parts, removed };
  const added = await writeAttachments(change.addedAttachments ?? []);
  return isTextChange(change) ? replaceTexts(body, change, added) : changeParts(body, added);
}

function isTextChange({ textPlain, textHtml }: DraftChange): boolean {
  return textPlain !== undefined || textHtml !== undefined;
}

function findAttachments({ attachments }: MessageParts, paths: readonly string[]): ReadonlySet<BodyPart> {
  const wanted = new Set(paths);
  const found = new Set(attachments.filter(({ path }) => wanted.has(path)));
  if (found.size === wanted.size) return found;
  throw new MailError('attachment-unknown', { detail: 'The message has no such attachment.' });
}

function replaceTexts(body: OldBody, change: DraftChange, added: AttachedParts): Entity {
  const { root, parts, removed } = body;
  const kept = collectKeptParts(root, new Set([...removed, ...parts.texts]));
  return layOutBody(toBodyTexts(change, parts.html.length > 0), {
    related: [...kept.related.map(keptEntity), ...added.related],
    files: [...kept.files.map(keptEntity), ...added.files],
  });
}

function changeParts({ root, parts, removed }: OldBody, { related, files }: AttachedParts): Entity {
  const html = parts.texts.find(({ mediaType }) => mediaType === 'text/html');
  const behind = html === undefined ? [...related, ...files] : files;
  const isMixed = root.mediaType === 'multipart/mixed' && root.children.length > 0;
  const added = new Map<BodyPart, readonly Entity[]>();
  if (isMixed && behind.length > 0) added.set(root, behind);
  if (html !== undefined && related.length > 0) added.set(relatedAround(root, html) ?? html, related);
  const rewritten = rewritePart(root, { removed, added }) ?? layOutBody(NO_TEXTS, NO_PARTS);
  return isMixed ? rewritten : mixedEntity(rewritten, behind);
}

function relatedAround(root: RawPart, html: BodyPart): RawPart | undefined {
  const parent = parentOf(root, html);
  return parent?.mediaType === 'multipart/related' ? parent : undefined;
}

const NO_TEXTS = { plain: '', html: undefined };
const NO_PARTS: AttachedParts = { related: [], files: [] };
