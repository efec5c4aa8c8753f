import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { type Entity, keptEntity, multipartEntity, reducedEntity } from './entity.ts';
import { containsAny, type RawPart } from './part-tree.ts';

/** Parts to remove and add. */
export interface PartChanges {
  readonly removed: ReadonlySet<BodyPart>;
  /** Appended to multiparts, or related to texts. */
  readonly added: ReadonlyMap<BodyPart, readonly Entity[]>;
}

/**
 * Undefined if empty. Unchanged parts keep their octets; a last part replaces its multipart. Depth is
 * bounded.
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
  // No signature covers changed parts.
  const isSigned = part.mediaType === 'multipart/signed';
  // An added message may contain the old boundary.
  if (added.length === 0 && !isSigned) return reducedEntity(part, parts);
  return multipartEntity(part.mediaType === 'multipart/related' ? 'related' : 'mixed', parts);
}
