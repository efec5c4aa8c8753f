/** Builds the query for a client, with every plus percent-encoded. */

import type { FieldName, ResourceType } from './resource-type.ts';

/** A token of `relfield:fields[TYPE]` with the field names known to the compiler. */
export type RelativeField<Name extends string> = `+${Name}` | `-${Name}` | '*';

/** What a client wants of one type: a change of the default set, or exactly these fields. */
export type WantedFields<Name extends string> =
  | readonly RelativeField<Name>[]
  | { readonly only: readonly Name[] };

/** The field names of some types, by type: what a client needs to know about a service. */
export type FieldNamesByType<Type extends ResourceType> = {
  readonly [Name in Type['name']]: FieldName<Extract<Type, { readonly name: Name }>>;
};

/** What a client wants, by type. */
export type WantedFieldsByType<Names> = {
  readonly [Type in keyof Names]?: WantedFields<Names[Type] & string>;
};

/**
 * Returns the query for the wanted fields, without the leading `?`.
 * Everything is percent-encoded, a plus as `%2B`, so the query survives URL objects, proxies and copy and paste.
 * An empty list of tokens adds nothing; `only: []` asks for no fields at all.
 */
export function buildFieldQuery<Names = Record<string, string>>(wanted: WantedFieldsByType<Names>): string {
  return Object.entries<WantedFields<string> | undefined>(wanted).flatMap(toParameter).join('&');
}

function toParameter([type, fields]: [string, WantedFields<string> | undefined]): string[] {
  if (fields === undefined) return [];
  if ('only' in fields) return [`${encodeURIComponent(`fields[${type}]`)}=${encodeList(fields.only)}`];
  if (fields.length === 0) return [];
  return [`${encodeURIComponent(`relfield:fields[${type}]`)}=${encodeList(fields)}`];
}

function encodeList(names: readonly string[]): string {
  return encodeURIComponent(names.join(','));
}
