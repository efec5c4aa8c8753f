import type { FieldMask } from './field-mask.ts';

/** Other members pass unchanged (JSON:API 1.1 §document-resource-objects). */
export interface ResourceObject {
  readonly type: string;
  readonly id?: string | number;
  readonly attributes?: object;
  readonly relationships?: object;
}

export type SparseResource<Resource extends ResourceObject> = Omit<
  Resource,
  'attributes' | 'relationships'
> & {
  readonly attributes?: Partial<NonNullable<Resource['attributes']>>;
  readonly relationships?: Partial<NonNullable<Resource['relationships']>>;
};

/**
 * A copy with the selected fields in declared order. Others are not read: they may be costly getters. Empty
 * `attributes` stay, empty `relationships` go. Throws TypeError for another type's mask, which would leak
 * fields.
 */
export function sparseResource<Resource extends ResourceObject>(
  resource: Resource,
  mask: FieldMask,
): SparseResource<Resource> {
  if (resource.type !== mask.type) {
    throw new TypeError(`A mask of type '${mask.type}' cannot select fields of type '${resource.type}'.`);
  }
  const sparse = withSparseRelationships(resource, mask);
  if (resource.attributes) sparse.attributes = pick(resource.attributes, mask.attributes);
  return sparse as SparseResource<Resource>;
}

function withSparseRelationships(resource: ResourceObject, mask: FieldMask): Record<string, unknown> {
  if (!resource.relationships) return { ...resource };
  const { relationships, ...members } = resource;
  const picked = pick(relationships, mask.relationships);
  return Object.keys(picked).length > 0 ? { ...resource, relationships: picked } : members;
}

function pick(source: object, names: readonly string[]): object {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    // Own members only.
    if (Object.hasOwn(source, name)) picked[name] = (source as Record<string, unknown>)[name];
  }
  return picked;
}
