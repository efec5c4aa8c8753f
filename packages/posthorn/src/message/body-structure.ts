/** Describes the parts that were read from octets as BODYSTRUCTURE would. */
import type { BodyPart } from '../domain/body-structure.ts';
import type { MimePart } from './mime-parts.ts';

/** Real mail has dozens; no more are taken from a BODYSTRUCTURE either. */
const MAX_PARTS = 1_000;

/** The structure of a message that was read here. */
export interface ReadStructure {
  readonly structure: BodyPart;
  /** True when parts are missing from the structure. */
  readonly isTruncated: boolean;
}

/**
 * The structure of at most the first 1,000 parts. An enclosed message stays closed, as in a `BodyPart`. A multipart in which no
 * part was found is plain text, because its reader would see nothing otherwise (RFC 2045 §5.2).
 */
export function toBodyStructure(root: MimePart): ReadStructure {
  const parts = firstParts(root);
  const described = new Map<MimePart, BodyPart>();
  // The children of a part follow it.
  for (const part of parts.toReversed()) {
    described.set(
      part,
      describe(
        part,
        part.children.flatMap((child) => described.get(child) ?? []),
      ),
    );
  }
  const structure = described.get(root) ?? describe(root, []);
  return {
    structure,
    isTruncated: parts.some(({ children }) => !children.every((child) => described.has(child))),
  };
}

/** In the order of their octets. */
function firstParts(root: MimePart): readonly MimePart[] {
  const parts: MimePart[] = [];
  const stack = [root];
  for (let part = stack.pop(); part !== undefined && parts.length < MAX_PARTS; part = stack.pop()) {
    parts.push(part);
    stack.push(...part.children.slice(0, MAX_PARTS).toReversed());
  }
  return parts;
}

function describe(part: MimePart, children: readonly BodyPart[]): BodyPart {
  const isUnread = part.mediaType.startsWith('multipart/') && part.children.length === 0;
  return {
    path: part.path,
    mediaType: isUnread ? 'text/plain' : part.mediaType,
    parameters: part.parameters,
    contentId: part.contentId,
    encoding: part.encoding,
    octets: part.octets,
    disposition: part.disposition,
    dispositionParameters: part.dispositionParameters,
    children,
  };
}
