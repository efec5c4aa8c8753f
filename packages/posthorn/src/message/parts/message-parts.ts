import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { fileNameOf } from '../headers/parameters.ts';
import { restatedCalendars } from './restated-calendars.ts';

/** Body texts and attachments (RFC 8621 §4.1.4). */
export interface MessageParts {
  /** For a plain-text reader, with HTML that no plain text restates. Empty without text/plain. */
  readonly plain: readonly BodyPart[];
  /** For an HTML reader, with plain texts that no HTML restates. Empty without text/html. */
  readonly html: readonly BodyPart[];
  readonly texts: readonly BodyPart[];
  readonly attachments: readonly BodyPart[];
  readonly shownImages: ReadonlySet<BodyPart>;
  /** By `isOfInterest`. */
  readonly hasAttachments: boolean;
}

interface Parent {
  readonly mediaType: string;
  showsHtml: boolean;
}

interface Node {
  readonly part: BodyPart;
  readonly parent: Parent;
  readonly isFirst: boolean;
  readonly depth: number;
}

type Views = Pick<MessageParts, 'plain' | 'html'>;

interface Walk {
  readonly texts: BodyPart[];
  readonly attachments: Node[];
}

/** Dovecot's limit. */
const MAX_DEPTH = 100;
/** Hostile mail has 100,000. */
const MAX_LEAVES = 1000;

const MACHINE_TYPES = new Set(['application/pgp-keys', 'application/pgp-encrypted']);
const ALTERNATIVE = 'multipart/alternative';
const RELATED = 'multipart/related';
/** For programs or simpler readers. */
const RESTATING_MULTIPARTS = new Set([ALTERNATIVE, 'multipart/report']);
const NOTHING: Views = { plain: [], html: [] };

/**
 * Body texts are text/plain or text/html leaves without disposition `attachment`. Later ones with a file
 * name, and those that a multipart/related's root refers to, are attachments, like all other leaves,
 * message/* included. Drops parts below 100 levels and leaves after 1,000.
 */
export function selectMessageParts(root: BodyPart): MessageParts {
  const walk: Walk = { texts: [], attachments: [] };
  const parent = { mediaType: '', showsHtml: false };
  const { plain, html } = readNode({ part: root, parent, isFirst: true, depth: 0 }, walk);
  const shownImages = new Set(walk.attachments.filter(isShownImage).map(({ part }) => part));
  const restated = restatedCalendars(walk.attachments.map(toPlacedFile));
  const attachments = walk.attachments.filter(({ part }) => !restated.has(part));
  return {
    plain: plain.some(isPlain) ? plain : [],
    html: html.some(isHtml) ? html : [],
    texts: walk.texts,
    attachments: attachments.map(({ part }) => part),
    shownImages,
    hasAttachments: attachments.some((node) => !shownImages.has(node.part) && isOfInterest(node)),
  };
}

function readNode(node: Node, walk: Walk): Views {
  const { part } = node;
  if (isMultipart(part)) return readMultipart(node, walk);
  if (walk.texts.length + walk.attachments.length === MAX_LEAVES) return NOTHING;
  if (!isBodyText(node)) {
    walk.attachments.push(node);
    return NOTHING;
  }
  walk.texts.push(part);
  return { plain: [part], html: [part] };
}

function readMultipart({ part, depth }: Node, walk: Walk): Views {
  if (depth === MAX_DEPTH) return NOTHING;
  const parent = { mediaType: part.mediaType, showsHtml: false };
  const children = part.children.slice(0, MAX_LEAVES);
  const root = part.mediaType === RELATED ? rootOfRelated(part, children) : 0;
  const views = children.map((child, index) =>
    readNode({ part: child, parent, isFirst: index === root, depth: depth + 1 }, walk),
  );
  parent.showsHtml = part.mediaType === RELATED && (views[root]?.html.some(isHtml) ?? false);
  const plain = views.map((view) => view.plain);
  const html = views.map((view) => view.html);
  if (part.mediaType !== ALTERNATIVE) return { plain: plain.flat(), html: html.flat() };
  return {
    plain: orAll(plain, (parts) => parts.every(isPlain)),
    html: orAll(html, (parts) => parts.some(isHtml)),
  };
}

function orAll(
  alternatives: readonly (readonly BodyPart[])[],
  isMeant: (parts: readonly BodyPart[]) => boolean,
): readonly BodyPart[] {
  const meant = alternatives.filter((parts) => parts.length > 0 && isMeant(parts));
  return (meant.length > 0 ? meant : alternatives).flat();
}

/** `start` (RFC 2387 §3.2), else the first text: in broken mail images precede it. */
function rootOfRelated({ parameters }: BodyPart, children: readonly BodyPart[]): number {
  const start = withoutBrackets(parameters.get('start') ?? '');
  const named = children.findIndex(
    ({ contentId }) => start !== '' && withoutBrackets(contentId ?? '') === start,
  );
  const first = children.findIndex((child) => isText(child) || isMultipart(child));
  return Math.max(0, named === -1 ? first : named);
}

function withoutBrackets(contentId: string): string {
  return contentId.trim().replace(/^<|>$/g, '');
}

function isMultipart(part: BodyPart): boolean {
  return part.children.length > 0 || part.mediaType.startsWith('multipart/');
}

/** A text's named alternatives are no files. */
function isBodyText({ part, parent, isFirst }: Node): boolean {
  if (!isText(part) || part.disposition === 'attachment') return false;
  if (isFirst || parent.mediaType === ALTERNATIVE) return true;
  return parent.mediaType !== RELATED && fileNameOf(part) === null;
}

function isText(part: BodyPart): boolean {
  return isPlain(part) || isHtml(part);
}

function isPlain({ mediaType }: BodyPart): boolean {
  return mediaType === 'text/plain';
}

function isHtml({ mediaType }: BodyPart): boolean {
  return mediaType === 'text/html';
}

/** By position and id (RFC 2387, RFC 2392), not by the HTML. */
function isShownImage({ part, parent, isFirst }: Node): boolean {
  const { disposition, contentId } = part;
  return isImage(part) && parent.showsHtml && !isFirst && contentId !== null && disposition !== 'attachment';
}

function isImage({ mediaType }: BodyPart): boolean {
  return mediaType.startsWith('image/');
}

/**
 * False for signatures, halves of encrypted mail, keys, and restatements of the text (calendars, delivery
 * status).
 */
function isOfInterest({ part, parent, isFirst }: Node): boolean {
  if (MACHINE_TYPES.has(part.mediaType)) return false;
  if (parent.mediaType === 'multipart/signed') return isFirst;
  if (parent.mediaType === 'multipart/encrypted') return part.mediaType !== 'application/octet-stream';
  return part.disposition === 'attachment' || isImage(part) || !RESTATING_MULTIPARTS.has(parent.mediaType);
}

function toPlacedFile({ part, parent }: Node): { readonly part: BodyPart; readonly isAlternative: boolean } {
  return { part, isAlternative: parent.mediaType === ALTERNATIVE };
}
