/** Keeps the selected fields of a resource object and leaves everything else of it alone. */

import type { FieldMask } from './field-mask.ts';

/** A resource object as a host builds it. Other members pass unchanged. JSON:API 1.1 §document-resource-objects. */
export interface ResourceObject {
  readonly type: string;
  readonly id?: string | number;
  readonly attributes?: object;
  readonly relationships?: object;
}

/** A resource object of which some fields may be left out. */
export type SparseResource<Resource extends ResourceObject> = Omit<
  Resource,
  'attributes' | 'relationships'
> & {
  readonly attributes?: Partial<NonNullable<Resource['attributes']>>;
  readonly relationships?: Partial<NonNullable<Resource['relationships']>>;
};

/**
 * Returns a copy of a resource object with only the selected fields, in declared order.
 * Fields the resource lacks stay out; members that no type declares are dropped; a field that is not selected is
 * not even read, so it may be a costly getter. `attributes` stays as `{}` when nothing is left of it, an empty
 * `relationships` goes. Throws a TypeError when the mask is for another type: that would leak fields.
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
    // Own members only: a field may be called `constructor`.
    if (Object.hasOwn(source, name)) picked[name] = (source as Record<string, unknown>)[name];
  }
  return picked;
}
