import type { FieldMask } from 'relfield';
import type { MailAccount } from '../domain/accounts/mail-account.ts';
import type { RemoteImages } from '../domain/messages/remote-content.ts';
import type { SelectedFields, TypeName } from './identifiers/resource-types.ts';
import type { ResourceUrls } from './identifiers/resource-urls.ts';
import type { Relationship, Resource } from './json-api-document.ts';

/** Selected fields and addresses. */
export interface Presentation {
  readonly fields: SelectedFields;
  readonly urls: ResourceUrls;
  /** True: no links following from the id. */
  readonly isMessageList?: boolean;
}

/** A presentation that may read more mail. */
export interface ResourceReading extends Presentation {
  readonly account: MailAccount;
  readonly images: RemoteImages;
  readonly signal: AbortSignal;
  /** Aborts before `signal`; for optional parts of the response. */
  optionalSignal(): AbortSignal;
}

interface ResourceParts<Name extends string, View> {
  readonly type: TypeName;
  readonly id: string;
  readonly self: string | undefined;
  readonly mask: FieldMask<Name>;
  /** Undefined omits the field. */
  readonly values: Readonly<Record<Name, (view: View) => unknown>>;
  readonly view: View;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A resource object; computes selected fields only. */
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

/** Linkage gives ids: links are redundant. */
function withoutKnownLinks(
  relationships: Readonly<Record<string, Relationship | undefined>>,
): Record<string, Relationship> {
  const short = Object.entries(relationships).flatMap(([name, relationship]): [string, Relationship][] => {
    if (relationship === undefined) return [];
    const { data } = relationship;
    return [[name, data === undefined ? relationship : { data }]];
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
