import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { containsAny, type RawPart } from './part-tree.ts';

/** Parts that outlast replaced texts. */
export interface KeptParts {
  readonly related: readonly RawPart[];
  readonly files: readonly RawPart[];
}

/**
 * Kept parts in order. Unaffected multiparts stay whole; a mixed root dissolves into the new one. Depth is
 * bounded.
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
