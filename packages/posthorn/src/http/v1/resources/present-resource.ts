/** Builds a resource object with the selected fields and no others. */
import type { FieldMask } from 'relfield';
import type { Relationship, Resource } from '../json-api-document.ts';
import type { TypeName } from '../resource-types.ts';

interface ResourceParts<Name extends string, View> {
  readonly type: TypeName;
  readonly id: string;
  readonly self: string;
  readonly mask: FieldMask<Name>;
  /** Gives the value of each field; undefined leaves the field out. */
  readonly values: Readonly<Record<Name, (view: View) => unknown>>;
  readonly view: View;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The resource object; values of fields that are not selected are not even computed. */
export function presentResource<Name extends string, View>(parts: ResourceParts<Name, View>): Resource {
  const { type, id, self, mask, meta } = parts;
  const relationships = pick(mask.relationships, parts) as Record<string, Relationship>;
  return {
    type,
    id,
    attributes: pick(mask.attributes, parts),
    ...(mask.relationships.length > 0 && { relationships }),
    links: { self },
    ...(meta && { meta }),
  };
}

function pick<Name extends string, View>(
  names: readonly Name[],
  { values, view }: Pick<ResourceParts<Name, View>, 'values' | 'view'>,
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) picked[name] = values[name](view);
  return picked;
}
