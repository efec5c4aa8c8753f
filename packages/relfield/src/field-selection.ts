/** The fields of one request: a mask for each type, and the projection of whole documents. */

import { type FieldCatalogue, requireType } from './field-catalogue.ts';
import type { FieldMask } from './field-mask.ts';
import type { FieldsetParameter } from './fieldset-parameters.ts';
import type { ClientOf, FieldName, ResourceType } from './resource-type.ts';
import { type ResourceObject, type SparseResource, sparseResource } from './sparse-resource.ts';

/** The type with a given name, out of a union of types. */
export type TypeNamed<Type extends ResourceType, Name extends string> = Extract<
  Type,
  { readonly name: Name }
>;

/** A document whose resource objects are to be trimmed. */
export interface ResourceDocument {
  readonly data: ResourceObject | readonly ResourceObject[] | null;
  readonly included?: readonly ResourceObject[];
}

/** A document of which some fields may be left out. */
export type SparseDocument<Document extends ResourceDocument> = Omit<Document, 'data' | 'included'> & {
  readonly data: SparseData<Document['data']>;
  readonly included?: readonly SparseResource<NonNullable<Document['included']>[number]>[];
};

type SparseData<Data> = Data extends readonly (infer Resource extends ResourceObject)[]
  ? readonly SparseResource<Resource>[]
  : Data extends ResourceObject
    ? SparseResource<Data>
    : Data;

/**
 * The resource with its members checked against its type: a name that the type does not define becomes `never`, so that the
 * resource does not compile. Names that are only known at run time pass.
 */
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

/** A document whose resources are checked as `KnownResource` says. */
export type KnownDocument<Type extends ResourceType, Document extends ResourceDocument> = {
  readonly [Member in keyof Document]: Member extends 'data' | 'included'
    ? KnownData<Type, Document[Member]>
    : Document[Member];
};

type KnownData<Type extends ResourceType, Data> = Data extends readonly (infer Resource)[]
  ? readonly KnownResource<Type, Resource>[]
  : KnownResource<Type, Data>;

/** What a selection is made of. */
export interface FieldSelectionParts<Client> {
  readonly catalogue: FieldCatalogue<Client>;
  readonly client: Client;
  /** The fieldsets of the query. */
  readonly fieldsets: readonly FieldsetParameter[];
  /** The masks of the types these fieldsets are for; the default masks of other types join them when needed. */
  readonly masks: Map<string, FieldMask>;
}

/** Which fields each type has in the response to one request. */
export class FieldSelection<Type extends ResourceType = ResourceType> {
  readonly #parts: FieldSelectionParts<ClientOf<Type>>;

  constructor(parts: FieldSelectionParts<ClientOf<Type>>) {
    this.#parts = parts;
  }

  /** Returns the fields of a type: as the client asked for them, else its default set. */
  mask<Name extends Type['name']>(type: Name): FieldMask<FieldName<TypeNamed<Type, Name>>> {
    // The compiled type holds exactly the names its definition has, so the mask cannot hold others.
    return this.#maskOf(type) as FieldMask<FieldName<TypeNamed<Type, Name>>>;
  }

  /** Returns the name of the parameter by which the client chose the fields of a type, if it did. */
  parameterOf(type: Type['name']): string | undefined {
    return this.#parts.fieldsets.find((fieldset) => fieldset.type === type)?.name;
  }

  /** Returns a copy of a resource object with only the fields selected for its type. */
  sparseResource<const Resource extends ResourceObject>(
    resource: Resource & KnownResource<Type, Resource>,
  ): SparseResource<Resource> {
    return this.#sparse<Resource>(resource);
  }

  /**
   * Returns a copy of a document with every resource object trimmed, in `data` and in `included`.
   * Included resources stay, also when the relationship that leads to them was excluded (full linkage has this
   * exception, JSON:API 1.1 §document-compound-documents).
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
    // Kept, so that a list of a thousand resources asks every readability rule once.
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
