/** Finds the parts that IMAP servers misread where mail breaks the rules, and describes them from their own header fields. */
import type { BodyPart } from '../domain/body-structure.ts';
import { selectMessageParts } from './message-parts.ts';
import { readPartHeader, UNREADABLE_TYPE } from './part-header.ts';

/** Placeholder for a media type that the server could not read, until the part's own header fields are read. */
export const UNREAD_TYPE = 'unread/unread';

/** Each costs its header block; real mail has one or two. */
const MAX_PARTS = 100;
/** What follows the last dot of a whole file name. */
const EXTENSION = /\.[a-z0-9]*[a-z][a-z0-9]*"?$/i;
const FILE_NAMES = /^(?:file)?name$/;

/** True when the server could not read the type of some part. */
export function hasUnreadTypes(structure: BodyPart): boolean {
  return selectMessageParts(structure).attachments.some(hasUnreadType);
}

/**
 * At most 100 attachments whose description may be wrong: their type could not be read; their name has no extension, as
 * when a server cuts a name without quotes at its first space; or they are text that is said to be a file, where a server may have taken the second
 * of two Content-Disposition fields.
 */
export function doubtfulParts(structure: BodyPart): readonly BodyPart[] {
  return selectMessageParts(structure)
    .attachments.filter((part) => hasUnreadType(part) || hasShortName(part) || isTextFile(part))
    .slice(0, MAX_PARTS);
}

/** The structure with these parts as their own header blocks describe them, by path. */
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
