/** Sorts the parts of a message into body texts and attachments (RFC 8621 §4.1.4). */
import type { BodyPart } from '../domain/body-structure.ts';
import { fileNameOf } from './parameters.ts';
import { restatedCalendars } from './restated-calendars.ts';

/** The parts of a message by their use. */
export interface MessageParts {
  /** What a reader of plain text is shown, in order: HTML too, where no plain text says the same. Empty in a message without text/plain. */
  readonly plain: readonly BodyPart[];
  /** What a reader of HTML is shown, in order: plain texts too, where no HTML says the same. Empty in a message without text/html. */
  readonly html: readonly BodyPart[];
  /** All body texts, each once. */
  readonly texts: readonly BodyPart[];
  readonly attachments: readonly BodyPart[];
  /** Those of the attachments that the HTML shows. */
  readonly shownImages: ReadonlySet<BodyPart>;
  /** True when an attachment is there for its own sake, see `isOfInterest`. */
  readonly hasAttachments: boolean;
}

/** A multipart around a part. */
interface Parent {
  /** Empty around the root. */
  readonly mediaType: string;
  /** True for a multipart/related whose root has HTML. */
  showsHtml: boolean;
}

/** A part of the tree and where it hangs. */
interface Node {
  readonly part: BodyPart;
  readonly parent: Parent;
  /** True for the first of its siblings, in a multipart/related for its root. */
  readonly isFirst: boolean;
  readonly depth: number;
}

type Views = Pick<MessageParts, 'plain' | 'html'>;

/** What was found so far. */
interface Walk {
  readonly texts: BodyPart[];
  readonly attachments: Node[];
}

/** Dovecot goes no deeper; real mail stays under ten. */
const MAX_DEPTH = 100;
/** Real mail has dozens of parts; hostile mail has a hundred thousand. */
const MAX_LEAVES = 1000;

/** Keys that programs read, not people. */
const MACHINE_TYPES = new Set(['application/pgp-keys', 'application/pgp-encrypted']);
const ALTERNATIVE = 'multipart/alternative';
const RELATED = 'multipart/related';
/** Multiparts whose texts say the same once more for programs or simpler readers. */
const RESTATING_MULTIPARTS = new Set([ALTERNATIVE, 'multipart/report']);
const NOTHING: Views = { plain: [], html: [] };

/**
 * A leaf is body text when it is text/plain or text/html without the disposition `attachment`. Those that follow another part and have a
 * file name are attachments, and so are those that the root of a multipart/related refers to. Every other leaf is an attachment,
 * message/* included. Parts deeper than 100 levels and leaves behind the first 1,000 are left out.
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

/** Recursion ends at the bound of depth: nesting is chosen by the sender. */
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

/** Each alternative says the same: those that are meant for the reader, or all where there are none. */
function orAll(
  alternatives: readonly (readonly BodyPart[])[],
  isMeant: (parts: readonly BodyPart[]) => boolean,
): readonly BodyPart[] {
  const meant = alternatives.filter((parts) => parts.length > 0 && isMeant(parts));
  return (meant.length > 0 ? meant : alternatives).flat();
}

/** The index of the part that `start` names (RFC 2387 §3.2), else of the first text: broken mail has images before it. */
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

/** Some programs give the alternatives of a text names; they are no files for all that. */
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

/** Whether HTML refers to the image is not known without reading it. Its place and its id say that it is meant to (RFC 2387, RFC 2392). */
function isShownImage({ part, parent, isFirst }: Node): boolean {
  const { disposition, contentId } = part;
  return isImage(part) && parent.showsHtml && !isFirst && contentId !== null && disposition !== 'attachment';
}

function isImage({ mediaType }: BodyPart): boolean {
  return mediaType.startsWith('image/');
}

/**
 * False for attachments that a reader does not look for in a list of messages: signatures, the halves of encrypted mail, keys, and what
 * restates the text (calendar data, delivery status).
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
