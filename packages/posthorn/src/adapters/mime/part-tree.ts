/** Finds the parts of a draft in its octets. */
import type { BodyPart } from '../../domain/body-structure.ts';
import { type MimePart, readMimeParts } from '../../message/mime-parts.ts';

/** The body of a message as it lies in memory. */
export interface RawBody {
  /** The header fields that describe it, with the empty line after them. */
  readonly header: Uint8Array;
  /** What follows the empty line. */
  readonly content: Uint8Array;
}

/** A part and its octets, which are views. Its path is that of BODYSTRUCTURE. */
export interface RawPart extends BodyPart, RawBody {
  readonly children: readonly RawPart[];
}

/** Dovecot goes no deeper; deeper multiparts stay closed. Real mail has dozens of parts. */
const LIMITS = { maxDepth: 100, maxParts: 1_000 };

/**
 * The part tree, see `readMimeParts`. A message with more parts than the bound stays closed: a root without children, because a
 * change of half of its parts would lose the others.
 */
export function findParts({ header, content }: RawBody): RawPart {
  const { root, metBounds } = readMimeParts(content, { limits: LIMITS, header });
  const isClosed = metBounds.has('parts');
  const shown = isClosed ? { ...root, path: '1', children: [], octets: content.length } : root;
  return { ...toRawPart(content, shown), header, content };
}

/** True when one of the wanted parts is the part or lies in it. Recursion ends at the bound of depth. */
export function containsAny(part: RawPart, wanted: ReadonlySet<BodyPart>): boolean {
  return wanted.has(part) || part.children.some((child) => containsAny(child, wanted));
}

/** The multipart around the part; undefined for the root. Recursion ends at the bound of depth. */
export function parentOf(root: RawPart, part: BodyPart): RawPart | undefined {
  for (const child of root.children) {
    const parent = child === part ? root : parentOf(child, part);
    if (parent !== undefined) return parent;
  }
  return undefined;
}

/** Recursion ends at the bound of depth. */
function toRawPart(octets: Uint8Array, part: MimePart): RawPart {
  const { start, contentStart, end, message: _message, children, ...described } = part;
  return {
    ...described,
    header: octets.subarray(start, contentStart),
    content: octets.subarray(contentStart, end),
    children: children.map((child) => toRawPart(octets, child)),
  };
}
