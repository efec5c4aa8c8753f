/** Writes a part of an existing body again, with parts removed and added. */
import type { BodyPart } from '../../domain/body-structure.ts';
import { type Entity, keptEntity, multipartEntity, reducedEntity } from './entity.ts';
import { containsAny, type RawPart } from './part-tree.ts';

/** The parts to remove from a body, and the parts to add. */
export interface PartChanges {
  readonly removed: ReadonlySet<BodyPart>;
  /** For a multipart: new parts after its last one. For a text: what it refers to, to be put next to it. */
  readonly added: ReadonlyMap<BodyPart, readonly Entity[]>;
}

/**
 * The part with the changes; undefined when nothing is left of it. Parts without a change in them stay octet by octet, and
 * a multipart with one remaining part is replaced by that part. Recursion ends at the bound of depth.
 */
export function rewritePart(part: RawPart, changes: PartChanges): Entity | undefined {
  const changed = new Set([...changes.removed, ...changes.added.keys()]);
  if (changes.removed.has(part)) return undefined;
  if (!containsAny(part, changed)) return keptEntity(part);
  const added = changes.added.get(part) ?? [];
  if (part.children.length === 0) return multipartEntity('related', [keptEntity(part), ...added]);
  const left = part.children.flatMap((child) => rewritePart(child, changes) ?? []);
  return refill(part, { left, added });
}

interface Filling {
  readonly left: readonly Entity[];
  readonly added: readonly Entity[];
}

function refill(part: RawPart, { left, added }: Filling): Entity | undefined {
  const parts = [...left, ...added];
  if (parts.length <= 1) return parts[0];
  // A signature must not claim to cover what has changed.
  const isSigned = part.mediaType === 'multipart/signed';
  // An added message may contain the old boundary.
  if (added.length === 0 && !isSigned) return reducedEntity(part, parts);
  return multipartEntity(part.mediaType === 'multipart/related' ? 'related' : 'mixed', parts);
}
