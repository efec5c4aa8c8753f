import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { type MimePart, readMimeParts } from '../../message/parts/mime-parts.ts';

/** A body in memory. */
export interface RawBody {
  /** With the empty line. */
  readonly header: Uint8Array;
  readonly content: Uint8Array;
}

/** Views of octets, with the BODYSTRUCTURE path. */
export interface RawPart extends BodyPart, RawBody {
  readonly children: readonly RawPart[];
}

/** Dovecot's depth; deeper ones stay closed. */
const LIMITS = { maxDepth: 100, maxParts: 1_000 };

/** As `readMimeParts`. Beyond the limits the root has no children: a partial change would lose parts. */
export function findParts({ header, content }: RawBody): RawPart {
  const { root, metBounds } = readMimeParts(content, { limits: LIMITS, header });
  const isClosed = metBounds.has('parts');
  const shown = isClosed ? { ...root, path: '1', children: [], octets: content.length } : root;
  return { ...toRawPart(content, shown), header, content };
}

/** True if it or a part is wanted. */
export function containsAny(part: RawPart, wanted: ReadonlySet<BodyPart>): boolean {
  return wanted.has(part) || part.children.some((child) => containsAny(child, wanted));
}

/** The enclosing multipart; undefined for the root. */
export function parentOf(root: RawPart, part: BodyPart): RawPart | undefined {
  for (const child of root.children) {
    const parent = child === part ? root : parentOf(child, part);
    if (parent !== undefined) return parent;
  }
  return undefined;
}

/** Depth is bounded. */
function toRawPart(octets: Uint8Array, part: MimePart): RawPart {
  const { start, contentStart, end, message: _message, children, ...described } = part;
  return {
    ...described,
    header: octets.subarray(start, contentStart),
    content: octets.subarray(contentStart, end),
    children: children.map((child) => toRawPart(octets, child)),
  };
}
