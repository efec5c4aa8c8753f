/** Describes a resource type: its fields, which of them are sent by default, and who may read them. */

import { isMemberName } from './member-name.ts';

/** Whether a field is sent when no fieldset is given (`default`) or only on request (`optional`). */
export type FieldSet = 'default' | 'optional';

/**
 * What naming an unreadable field leads to: `forbidden` answers 403, `ignore` leaves it out silently,
 * `hidden` answers as if the field did not exist.
 */
export type DeniedPolicy = 'forbidden' | 'ignore' | 'hidden';

/** One field: its set, or its set with a rule on who may read it. */
export type FieldDefinition<Client> =
  | FieldSet
  | {
      readonly set: FieldSet;
      /** Decides per client, before anything is looked up. Absent: everyone may read the field. */
      readonly readable?: (client: Client) => boolean;
      /** Default: `forbidden`. */
      readonly denied?: DeniedPolicy;
    };

/** A field of a resource type with everything spelled out. */
export interface Field<in Client = never> {
  readonly name: string;
  readonly kind: 'attribute' | 'relationship';
  readonly set: FieldSet;
  readonly readable: ((client: Client) => boolean) | undefined;
  readonly denied: DeniedPolicy;
}

/** A resource type. The type parameters carry its name, its field names and the client its rules look at. */
export interface ResourceType<
  out Name extends string = string,
  out Attribute extends string = string,
  out Relationship extends string = string,
  in Client = never,
> {
  readonly name: Name;
  /** Attributes first, then relationships, each in the order they were defined: the order of every response. */
  readonly fields: readonly Field<Client>[];
  /** Only for the compiler: the names of the attributes. */
  readonly attributes: readonly Attribute[];
  /** Only for the compiler: the names of the relationships. */
  readonly relationships: readonly Relationship[];
}

/** The names of a type's fields: attributes and relationships share one namespace. JSON:API 1.1 §document-resource-object-fields. */
export type FieldName<Type extends ResourceType> =
  Type extends ResourceType<string, infer Attribute, infer Relationship> ? Attribute | Relationship : never;

/** The client that every type's rules can look at. */
export type ClientOf<Type extends ResourceType> = [Type] extends [
  ResourceType<string, string, string, infer Client>,
]
  ? Client
  : never;

/** The definition of a type's fields. */
export interface FieldDefinitions<Attribute extends string, Relationship extends string, Client> {
  readonly attributes?: Readonly<Record<Attribute, FieldDefinition<Client>>>;
  readonly relationships?: Readonly<Record<Relationship, FieldDefinition<Client>>>;
}

/**
 * Returns a resource type.
 * Throws a TypeError for a name that JSON:API does not allow: `id` and `type` are no fields, an attribute and a
 * relationship cannot share a name, and only legal member names can be asked for.
 */
export function defineType<
  const Name extends string,
  Attribute extends string = never,
  Relationship extends string = never,
  Client = unknown,
>(
  name: Name,
  definitions: FieldDefinitions<Attribute, Relationship, Client>,
): ResourceType<Name, Attribute, Relationship, Client> {
  const attributes = toFields('attribute', definitions.attributes);
  const relationships = toFields('relationship', definitions.relationships);
  const fields = [...attributes, ...relationships];
  rejectIllegalNames(name, fields);
  return {
    name,
    fields,
    attributes: Object.keys(definitions.attributes ?? {}) as Attribute[],
    relationships: Object.keys(definitions.relationships ?? {}) as Relationship[],
  };
}

function toFields<Client>(
  kind: Field['kind'],
  definitions: Readonly<Record<string, FieldDefinition<Client>>> = {},
): Field<Client>[] {
  return Object.entries(definitions).map(([name, definition]) => {
    const full = typeof definition === 'string' ? { set: definition } : definition;
    return { name, kind, set: full.set, readable: full.readable, denied: full.denied ?? 'forbidden' };
  });
}

function rejectIllegalNames<Client>(type: string, fields: readonly Field<Client>[]): void {
  if (!isMemberName(type)) throw new TypeError(`'${type}' is not a legal type name.`);
  const seen = new Set(['id', 'type']);
  for (const { name } of fields) {
    if (!isMemberName(name)) throw new TypeError(`'${name}' of type '${type}' is not a legal field name.`);
    if (seen.has(name))
      throw new TypeError(
        `'${name}' is taken in type '${type}': fields share one namespace with id and type.`,
      );
    seen.add(name);
  }
}
