import type { FieldName, ResourceType } from './resource-type.ts';

/** A token of `relfield:fields[TYPE]`. */
export type RelativeField<Name extends string> = `+${Name}` | `-${Name}` | '*';

/** Changes to the default fields, or an exact list. */
export type WantedFields<Name extends string> =
  | readonly RelativeField<Name>[]
  | { readonly only: readonly Name[] };

/** A service's field names by type. */
export type FieldNamesByType<Type extends ResourceType> = {
  readonly [Name in Type['name']]: FieldName<Extract<Type, { readonly name: Name }>>;
};

/** The wanted fields by type. */
export type WantedFieldsByType<Names> = {
  readonly [Type in keyof Names]?: WantedFields<Names[Type] & string>;
};

/**
 * A query without `?`, fully percent-encoded (`+` as `%2B`) to survive URL objects, proxies and copying. An
 * empty token list adds nothing; `only: []` selects no fields.
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
