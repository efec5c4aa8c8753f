/** The outcome of a field selection: which fields of one type a response holds. */

/** What a mask is made of. */
export interface FieldMaskParts<Name extends string> {
  readonly type: string;
  readonly key: string;
  readonly attributes: readonly Name[];
  readonly relationships: readonly Name[];
}

/**
 * The selected fields of one type, all of them readable by the client. Immutable and shared between requests.
 * Iterating gives the names in declared order, attributes first: push them down to the data source.
 */
export class FieldMask<out Name extends string = string> implements Iterable<Name> {
  /** The resource type the mask is for. */
  readonly type: string;
  /** Equal for equal sets of fields however they were asked for: use it in ETags and cache keys. */
  readonly key: string;
  readonly attributes: readonly Name[];
  readonly relationships: readonly Name[];
  readonly #names: ReadonlySet<string>;

  constructor({ type, key, attributes, relationships }: FieldMaskParts<Name>) {
    this.type = type;
    this.key = key;
    this.attributes = attributes;
    this.relationships = relationships;
    this.#names = new Set([...attributes, ...relationships]);
  }

  /** Returns whether a field is selected. */
  has(name: NoInfer<Name>): boolean {
    return this.#names.has(name);
  }

  /** How many fields are selected. */
  get size(): number {
    return this.#names.size;
  }

  *[Symbol.iterator](): Iterator<Name> {
    yield* this.attributes;
    yield* this.relationships;
  }
}
