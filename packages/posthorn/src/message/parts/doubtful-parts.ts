/** Broken mail's parts that IMAP servers misread. */
import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { readPartHeader, UNREADABLE_TYPE } from '../headers/part-header.ts';
import { selectMessageParts } from './message-parts.ts';

/** The type until the part's own header is read. */
export const UNREAD_TYPE = 'unread/unread';

const MAX_PARTS = 100;
const EXTENSION = /\.[a-z0-9]*[a-z][a-z0-9]*"?$/i;
const FILE_NAMES = /^(?:file)?name$/;

/** True if a type is missing. */
export function hasUnreadTypes(structure: BodyPart): boolean {
  return selectMessageParts(structure).attachments.some(hasUnreadType);
}

/**
 * At most 100 attachments: with an unreadable type; a name cut at its first space; or text with a file's
 * disposition, where servers may read the second of two Content-Disposition fields.
 */
export function doubtfulParts(structure: BodyPart): readonly BodyPart[] {
  return selectMessageParts(structure)
    .attachments.filter((part) => hasUnreadType(part) || hasShortName(part) || isTextFile(part))
    .slice(0, MAX_PARTS);
}

/** Replaces parts by their own header blocks, by path. */
export function withPartHeaders(part: BodyPart, headers: ReadonlyMap<string, Uint8Array>): BodyPart {
  if (part.children.length > 0) {
    return { ...part, children: part.children.map((child) => withPartHeaders(child, headers)) };
  }
  const octets = headers.get(part.path);
  if (octets === undefined) return hasUnreadType(part) ? { ...part, mediaType: UNREADABLE_TYPE } : part;
  const { mediaType, parameters, disposition, dispositionParameters } = readPartHeader(octets, undefined);
  const type = hasUnreadType(part) ? mediaType : part.mediaType;
  return { ...part, mediaType: type, parameters, disposition, dispositionParameters };
}

function hasUnreadType({ mediaType }: BodyPart): boolean {
  return mediaType === UNREAD_TYPE;
}

function hasShortName({ parameters, dispositionParameters }: BodyPart): boolean {
  return [...dispositionParameters, ...parameters].some(
    ([name, value]) => FILE_NAMES.test(name) && !value.includes('=?') && !EXTENSION.test(value),
  );
}

function isTextFile({ mediaType, disposition }: BodyPart): boolean {
  return disposition === 'attachment' && (mediaType === 'text/plain' || mediaType === 'text/html');
}
