/** JSON:API documents as this API writes them (JSON:API 1.1 §document-structure). */
import type { TypeName } from '../identifiers/resource-types.ts';

export interface ResourceIdentifier {
  readonly type: TypeName;
  readonly id: string;
}

export interface Relationship {
  readonly links?: { readonly self?: string; readonly related: string };
  readonly data?: ResourceIdentifier | readonly ResourceIdentifier[] | null;
}

export interface Resource extends ResourceIdentifier {
  /** Empty when no attribute is selected. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, Relationship>>;
  /** Absent in lists of messages: a resource is at the address of its type and its id. */
  readonly links?: { readonly self: string };
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The addresses of other pages of a list; null where there is none, left out where that is not known. */
export interface PageLinks {
  readonly first: string | null;
  readonly prev: string | null;
  readonly next: string | null;
  readonly last: string | null;
}

/** The links of a document other than the one to itself. */
export type DocumentLinks = Partial<PageLinks> | { readonly related: string };

/** A document without what every document has: `jsonapi` and the link to itself. It has data or meta. */
export interface JsonApiDocument {
  readonly data?: Resource | readonly Resource[] | ResourceIdentifier | null;
  /** Present as soon as the client asked for related resources. */
  readonly included?: readonly Resource[];
  readonly links?: DocumentLinks;
  readonly meta?: Readonly<Record<string, unknown>>;
}
