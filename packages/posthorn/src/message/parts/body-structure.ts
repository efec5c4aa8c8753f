import type { BodyPart } from '../../domain/messages/body-structure.ts';
import type { MimePart } from './mime-parts.ts';

const MAX_PARTS = 1_000;

/** A structure read from octets. */
export interface ReadStructure {
  readonly structure: BodyPart;
  readonly isTruncated: boolean;
}

/**
 * At most 1,000 parts, as in BODYSTRUCTURE, enclosed messages closed. A multipart without parts is plain
 * text: readers would see nothing otherwise (RFC 2045 §5.2).
 */
export function toBodyStructure(root: MimePart): ReadStructure {
  const parts = firstParts(root);
  const described = new Map<MimePart, BodyPart>();
  // Children come after parents.
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
