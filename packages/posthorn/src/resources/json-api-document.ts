import type { TypeName } from './identifiers/resource-types.ts';

/** A resource identifier object (JSON:API 1.1 §document-structure). */
export interface ResourceIdentifier {
  readonly type: TypeName;
  readonly id: string;
}

/** A relationship object. */
export interface Relationship {
  readonly links?: { readonly self?: string; readonly related: string };
  readonly data?: ResourceIdentifier | readonly ResourceIdentifier[] | null;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A resource object. */
export interface Resource extends ResourceIdentifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, Relationship>>;
  /** Absent in message lists, where type and id give the address. */
  readonly links?: { readonly self: string; readonly page?: string };
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Null: no such page; absent: unknown. */
export interface PageLinks {
  readonly first: string | null;
  readonly prev: string | null;
  readonly next: string | null;
  readonly last: string | null;
}

export type DocumentLinks =
  | Partial<PageLinks>
  | { readonly related: string }
  /** For a person. */
  | { readonly page: string };

/** A document without `jsonapi` and `self`; it has data or meta. */
export interface JsonApiDocument {
  readonly data?: Resource | readonly Resource[] | ResourceIdentifier | null;
  readonly included?: readonly Resource[];
  readonly links?: DocumentLinks;
  readonly meta?: Readonly<Record<string, unknown>>;
}
