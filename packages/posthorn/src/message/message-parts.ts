/** Sorts the parts of a message into body texts and attachments (RFC 8621 §4.1.4). */
import type { BodyPart } from '../domain/body-structure.ts';
import { isInlineImage } from './attachments.ts';

/** The parts of a message by their use. */
export interface MessageParts {
  /** The text/plain body texts in the order of the message. */
  readonly plain: readonly BodyPart[];
  /** The text/html body texts in the order of the message. */
  readonly html: readonly BodyPart[];
  readonly attachments: readonly BodyPart[];
  /** True when an attachment is there for its own sake, see `isOfInterest`. */
  readonly hasAttachments: boolean;
}

/** A leaf of the part tree and where it hangs. */
interface Leaf {
  readonly part: BodyPart;
  /** `type/subtype` of the multipart around it; empty for a message of one part. */
  readonly parentMediaType: string;
  /** Zero-based place among its siblings. */
  readonly index: number;
}

interface Node extends Leaf {
  readonly depth: number;
}

/** Dovecot goes no deeper; real mail stays under ten. */
const MAX_DEPTH = 100;
/** Real mail has dozens of parts; hostile mail has a hundred thousand. */
const MAX_LEAVES = 1000;

/** Wrappers and keys that programs read, not people. */
const MACHINE_TYPES = new Set([
  'application/ms-tnef',
  'application/vnd.ms-tnef',
  'application/pgp-keys',
  'application/pgp-encrypted',
]);
/** Multiparts whose texts say the same once more for programs or simpler readers. */
const RESTATING_MULTIPARTS = new Set(['multipart/alternative', 'multipart/report']);

/**
 * A leaf is body text when it is text/plain or text/html without the disposition `attachment`; every other leaf is
 * an attachment, message/* included. Parts deeper than 100 levels and leaves behind the first 1,000 are left out.
 */
export function selectMessageParts(root: BodyPart): MessageParts {
  const leaves = listLeaves(root);
  const attachments = leaves.filter(({ part }) => !isBodyText(part));
  const bodyTexts = leaves.map(({ part }) => part).filter(isBodyText);
  return {
    plain: bodyTexts.filter((part) => part.mediaType === 'text/plain'),
    html: bodyTexts.filter((part) => part.mediaType === 'text/html'),
    attachments: attachments.map(({ part }) => part),
    hasAttachments: attachments.some(isOfInterest),
  };
}

/** Walks without recursion: nesting is chosen by the sender. */
function listLeaves(root: BodyPart): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const stack: Node[] = [{ part: root, parentMediaType: '', index: 0, depth: 0 }];
  for (let node = stack.pop(); node !== undefined && leaves.length < MAX_LEAVES; node = stack.pop()) {
    if (isMultipart(node.part)) stack.push(...childNodes(node));
    else leaves.push(node);
  }
  return leaves;
}

/** In reverse order, because the stack pops the last one first. */
function childNodes({ part, depth }: Node): readonly Node[] {
  if (depth === MAX_DEPTH) return [];
  return part.children
    .slice(0, MAX_LEAVES)
    .map((child, index) => ({ part: child, parentMediaType: part.mediaType, index, depth: depth + 1 }))
    .reverse();
}

function isMultipart(part: BodyPart): boolean {
  return part.children.length > 0 || part.mediaType.startsWith('multipart/');
}

function isBodyText(part: BodyPart): boolean {
  const isText = part.mediaType === 'text/plain' || part.mediaType === 'text/html';
  return isText && part.disposition !== 'attachment';
}

/**
 * False for attachments that a reader does not look for in a list of messages: images shown in the text, signatures,
 * the halves of encrypted mail, keys, TNEF, and what restates the text (calendar data, delivery status).
 */
function isOfInterest({ part, parentMediaType, index }: Leaf): boolean {
  if (MACHINE_TYPES.has(part.mediaType) || isInlineImage(part)) return false;
  if (parentMediaType === 'multipart/signed') return index === 0;
  if (parentMediaType === 'multipart/encrypted') return part.mediaType !== 'application/octet-stream';
  return part.disposition === 'attachment' || !RESTATING_MULTIPARTS.has(parentMediaType);
}
