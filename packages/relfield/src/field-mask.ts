/** A mask's parts. */
export interface FieldMaskParts<Name extends string> {
  readonly type: string;
  readonly key: string;
  readonly attributes: readonly Name[];
  readonly relationships: readonly Name[];
}

/** The selected, readable fields of one type, shared. Iterates in declared order, attributes first. */
export class FieldMask<out Name extends string = string> implements Iterable<Name> {
  readonly type: string;
  /** Equal for equal fields; for ETags and cache keys. */
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

  has(name: NoInfer<Name>): boolean {
    return this.#names.has(name);
  }

  get size(): number {
    return this.#names.size;
  }

  *[Symbol.iterator](): Iterator<Name> {
    yield* this.attributes;
    yield* this.relationships;
  }
}
