/** Builds a resource object with the selected fields and no others. */
import type { FieldMask } from 'relfield';
import type { SelectedFields, TypeName } from '../identifiers/resource-types.ts';
import type { ResourceUrls } from '../identifiers/resource-urls.ts';
import type { Relationship, Resource } from '../json-api/json-api-document.ts';

/** The parts of an exchange that decide how resources are shown. */
export interface Presentation {
  readonly fields: SelectedFields;
  readonly urls: ResourceUrls;
  /** True: without links that follow from the id. */
  readonly isMessageList?: boolean;
}

interface ResourceParts<Name extends string, View> {
  readonly type: TypeName;
  readonly id: string;
  /** Undefined where it follows from the id. */
  readonly self: string | undefined;
  readonly mask: FieldMask<Name>;
  /** Returns the value of each field; undefined leaves the field out. */
  readonly values: Readonly<Record<Name, (view: View) => unknown>>;
  readonly view: View;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The resource object; values of fields that are not selected are not even computed. */
export function presentResource<Name extends string, View>(parts: ResourceParts<Name, View>): Resource {
  const { type, id, self, mask, meta } = parts;
  const all = pick(mask.relationships, parts) as Record<string, Relationship>;
  const relationships = self === undefined ? withoutKnownLinks(all) : all;
  return {
    type,
    id,
    attributes: pick(mask.attributes, parts),
    ...(mask.relationships.length > 0 && { relationships }),
    ...(self !== undefined && { links: { self } }),
    ...(meta && { meta }),
  };
}

/** Linkage has the ids, so only relationships without linkage need links. */
function withoutKnownLinks(
  relationships: Readonly<Record<string, Relationship>>,
): Record<string, Relationship> {
  const short = Object.entries(relationships).map(([name, relationship]): [string, Relationship] => {
    const { data } = relationship;
    return [name, data === undefined ? relationship : { data }];
  });
  return Object.fromEntries(short);
}

function pick<Name extends string, View>(
  names: readonly Name[],
  { values, view }: Pick<ResourceParts<Name, View>, 'values' | 'view'>,
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) picked[name] = values[name](view);
  return picked;
}
