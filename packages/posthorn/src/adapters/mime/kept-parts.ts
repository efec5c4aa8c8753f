/** Finds the parts that remain when the texts of a body are replaced. */
import type { BodyPart } from '../../domain/body-structure.ts';
import { containsAny, type RawPart } from './part-tree.ts';

/** The parts of the old body that stay. */
export interface KeptParts {
  /** What stood next to an HTML text in a multipart/related: the images that it shows. */
  readonly related: readonly RawPart[];
  readonly files: readonly RawPart[];
}

/**
 * Everything but the dropped parts, in the order of the message. Multiparts without a dropped part stay whole, except for
 * a mixed root: its parts move into the new root. Recursion ends at the bound of depth.
 */
export function collectKeptParts(part: RawPart, dropped: ReadonlySet<BodyPart>): KeptParts {
  if (dropped.has(part)) return { related: [], files: [] };
  const isMixedRoot = part.path === '' && part.mediaType === 'multipart/mixed';
  if (!isMixedRoot && !containsAny(part, dropped)) return { related: [], files: [part] };
  const inner = part.children.map((child) => collectKeptParts(child, dropped));
  const related = inner.flatMap((kept) => kept.related);
  const files = inner.flatMap((kept) => kept.files);
  if (part.mediaType !== 'multipart/related') return { related, files };
  const siblings = new Set(part.children);
  return {
    related: [...related, ...files.filter((file) => siblings.has(file))],
    files: files.filter((file) => !siblings.has(file)),
  };
}
