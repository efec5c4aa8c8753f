import { isMemberName } from './member-name.ts';

/** `default`: sent without a fieldset; `optional`: only on request. */
export type FieldSet = 'default' | 'optional';

/** Naming an unreadable field: `forbidden` is 403, `ignore` omits it, `hidden` denies its existence. */
export type DeniedPolicy = 'forbidden' | 'ignore' | 'hidden';

export type FieldDefinition<Client> =
  | FieldSet
  | {
      readonly set: FieldSet;
      /** Decides per client, before any data access. Absent: readable by all. */
      readonly readable?: (client: Client) => boolean;
      /** Default: `forbidden`. */
      readonly denied?: DeniedPolicy;
    };

/** A field with defaults applied. */
export interface Field<in Client = never> {
  readonly name: string;
  readonly kind: 'attribute' | 'relationship';
  readonly set: FieldSet;
  readonly readable: ((client: Client) => boolean) | undefined;
  readonly denied: DeniedPolicy;
}

/** Type parameters carry its names and client. */
export interface ResourceType<
  out Name extends string = string,
  out Attribute extends string = string,
  out Relationship extends string = string,
  in Client = never,
> {
  readonly name: Name;
  /** In definition order, attributes first: the order of responses. */
  readonly fields: readonly Field<Client>[];
  /** For the compiler only. */
  readonly attributes: readonly Attribute[];
  /** For the compiler only. */
  readonly relationships: readonly Relationship[];
}

/** Attributes and relationships share a namespace (JSON:API 1.1 §document-resource-object-fields). */
export type FieldName<Type extends ResourceType> =
  Type extends ResourceType<string, infer Attribute, infer Relationship> ? Attribute | Relationship : never;

/** A client accepted by every type's rules. */
export type ClientOf<Type extends ResourceType> = [Type] extends [
  ResourceType<string, string, string, infer Client>,
]
  ? Client
  : never;

/** A type's field definitions. */
export interface FieldDefinitions<Attribute extends string, Relationship extends string, Client> {
  readonly attributes?: Readonly<Record<Attribute, FieldDefinition<Client>>>;
  readonly relationships?: Readonly<Record<Relationship, FieldDefinition<Client>>>;
}

/** Throws TypeError for an illegal name: no member name, `id`, `type`, or one used twice. */
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
