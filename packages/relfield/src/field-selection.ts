import { type FieldCatalogue, requireType } from './field-catalogue.ts';
import type { FieldMask } from './field-mask.ts';
import type { FieldsetParameter } from './fieldset-parameters.ts';
import type { ClientOf, FieldName, ResourceType } from './resource-type.ts';
import { type ResourceObject, type SparseResource, sparseResource } from './sparse-resource.ts';

export type TypeNamed<Type extends ResourceType, Name extends string> = Extract<
  Type,
  { readonly name: Name }
>;

/** A document to trim. */
export interface ResourceDocument {
  readonly data: ResourceObject | readonly ResourceObject[] | null;
  readonly included?: readonly ResourceObject[];
}

/** A document whose fields may be absent. */
export type SparseDocument<Document extends ResourceDocument> = Omit<Document, 'data' | 'included'> & {
  readonly data: SparseData<Document['data']>;
  readonly included?: readonly SparseResource<NonNullable<Document['included']>[number]>[];
};

type SparseData<Data> = Data extends readonly (infer Resource extends ResourceObject)[]
  ? readonly SparseResource<Resource>[]
  : Data extends ResourceObject
    ? SparseResource<Data>
    : Data;

/** Undeclared names become `never` and do not compile; names known only at run time pass. */
export type KnownResource<Type extends ResourceType, Resource> = Resource extends ResourceObject
  ? string extends Resource['type']
    ? Resource
    : Resource['type'] extends Type['name']
      ? KnownFields<TypeNamed<Type, Resource['type']>, Resource>
      : { readonly type: Type['name'] }
  : Resource;

type KnownFields<Type extends ResourceType, Resource extends ResourceObject> =
  Type extends ResourceType<string, infer Attribute, infer Relationship>
    ? Omit<Resource, 'attributes' | 'relationships'> & {
        readonly attributes?: KnownMembers<Attribute, Resource['attributes']>;
        readonly relationships?: KnownMembers<Relationship, Resource['relationships']>;
      }
    : never;

type KnownMembers<Name extends string, Members> = {
  readonly [Key in keyof Members]: Key extends Name
    ? Members[Key]
    : string extends Key
      ? Members[Key]
      : never;
};

export type KnownDocument<Type extends ResourceType, Document extends ResourceDocument> = {
  readonly [Member in keyof Document]: Member extends 'data' | 'included'
    ? KnownData<Type, Document[Member]>
    : Document[Member];
};

type KnownData<Type extends ResourceType, Data> = Data extends readonly (infer Resource)[]
  ? readonly KnownResource<Type, Resource>[]
  : KnownResource<Type, Data>;

/** A selection's parts. */
export interface FieldSelectionParts<Client> {
  readonly catalogue: FieldCatalogue<Client>;
  readonly client: Client;
  readonly fieldsets: readonly FieldsetParameter[];
  /** Other types' default masks are added on demand. */
  readonly masks: Map<string, FieldMask>;
}

/** The fields of each type in one response. */
export class FieldSelection<Type extends ResourceType = ResourceType> {
  readonly #parts: FieldSelectionParts<ClientOf<Type>>;

  constructor(parts: FieldSelectionParts<ClientOf<Type>>) {
    this.#parts = parts;
  }

  /** Requested or default fields. */
  mask<Name extends Type['name']>(type: Name): FieldMask<FieldName<TypeNamed<Type, Name>>> {
    return this.#maskOf(type) as FieldMask<FieldName<TypeNamed<Type, Name>>>;
  }

  /** The parameter that chose the type's fields. */
  parameterOf(type: Type['name']): string | undefined {
    return this.#parts.fieldsets.find((fieldset) => fieldset.type === type)?.name;
  }

  /** A copy with the selected fields. */
  sparseResource<const Resource extends ResourceObject>(
    resource: Resource & KnownResource<Type, Resource>,
  ): SparseResource<Resource> {
    return this.#sparse<Resource>(resource);
  }

  /**
   * A copy with `data` and `included` trimmed. Included resources stay even without their relationship (full
   * linkage exception, JSON:API 1.1 §document-compound-documents).
   */
  sparseDocument<const Document extends ResourceDocument>(
    document: Document & KnownDocument<Type, Document>,
  ): SparseDocument<Document> {
    const { data, included }: ResourceDocument = document;
    return {
      ...document,
      data: this.#sparseData(data),
      ...(included && { included: included.map((resource) => this.#sparse(resource)) }),
    } as SparseDocument<Document>;
  }

  #sparse<Resource extends ResourceObject>(resource: Resource): SparseResource<Resource> {
    return sparseResource(resource, this.#maskOf(resource.type));
  }

  #maskOf(type: string): FieldMask {
    const { catalogue, client, masks } = this.#parts;
    const known = masks.get(type);
    if (known) return known;
    // Cached for long lists.
    const mask = requireType(catalogue, type).defaultMask(client);
    masks.set(type, mask);
    return mask;
  }

  #sparseData(data: ResourceDocument['data']): unknown {
    if (data === null) return null;
    return isList(data) ? data.map((resource) => this.#sparse(resource)) : this.#sparse(data);
  }
}

function isList(data: ResourceObject | readonly ResourceObject[]): data is readonly ResourceObject[] {
  return Array.isArray(data);
}
