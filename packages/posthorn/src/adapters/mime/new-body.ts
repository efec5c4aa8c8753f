import type { DraftAttachment } from '../../domain/messages/message-draft.ts';
import type { BodyTexts } from './body-texts.ts';
import { type Entity, mixedEntity, multipartEntity } from './entity.ts';
import { writeFilePart } from './file-part.ts';
import { writeTextPart } from './text-part.ts';

/** Parts beside the texts. */
export interface AttachedParts {
  readonly related: readonly Entity[];
  readonly files: readonly Entity[];
}

/** A Content-ID relates files to HTML. Throws `invalid-document`. */
export async function writeAttachments(attachments: readonly DraftAttachment[]): Promise<AttachedParts> {
  const related: Entity[] = [];
  const files: Entity[] = [];
  for (const attachment of attachments) {
    const parts = attachment.contentId === undefined ? files : related;
    parts.push(await writeFilePart(attachment));
  }
  return { related, files };
}

/**
 * mixed(alternative(plain, related(html, images)), files), without multiparts of one part (RFC 2046 §5.1, RFC
 * 2387). Without HTML, images are files.
 */
export function layOutBody({ plain, html }: BodyTexts, { related, files }: AttachedParts): Entity {
  const plainPart = writeTextPart('text/plain', plain);
  if (html === undefined) return mixedEntity(plainPart, [...related, ...files]);
  const htmlPart = writeTextPart('text/html', html);
  const shownPart = related.length === 0 ? htmlPart : multipartEntity('related', [htmlPart, ...related]);
  return mixedEntity(multipartEntity('alternative', [plainPart, shownPart]), files);
}
