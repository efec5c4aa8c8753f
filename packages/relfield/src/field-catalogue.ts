import { BoundedCache } from './bounded-cache.ts';
import { bitsKey, bitsWhere, clearBit, type FieldBits, hasBit, intersectBits } from './field-bits.ts';
import { FieldMask } from './field-mask.ts';
import { MAX_CACHE_ENTRIES } from './limits.ts';
import type { Field, ResourceType } from './resource-type.ts';

/**
 * A short name of the client's rights, such as its role. Equal keys require equal results of every
 * `readable`.
 */
export type ClientKey<Client> = (client: Client) => string;

interface GuardedField<in Client> {
  readonly position: number;
  readonly readable: (client: Client) => boolean;
}

/** A resource type as bits, compiled once. */
export class CompiledType<in Client = never> {
  readonly name: string;
  readonly fields: readonly Field<Client>[];
  /** A Map: clients may name `constructor`. */
  readonly positions: ReadonlyMap<string, number>;
  readonly defaults: FieldBits;
  readonly #all: FieldBits;
  readonly #guarded: readonly GuardedField<Client>[];
  readonly #clientKey: ClientKey<Client> | undefined;
  readonly #readableByKey = new BoundedCache<string, FieldBits>(MAX_CACHE_ENTRIES);
  readonly #masks = new BoundedCache<string, FieldMask>(MAX_CACHE_ENTRIES);

  constructor(type: ResourceType<string, string, string, Client>, clientKey?: ClientKey<Client>) {
    this.name = type.name;
    this.fields = type.fields;
    this.positions = new Map(type.fields.map(({ name }, position) => [name, position]));
    this.defaults = bitsWhere(type.fields.map(({ set }) => set === 'default'));
    this.#all = bitsWhere(type.fields.map(() => true));
    this.#guarded = type.fields.flatMap(({ readable }, position) =>
      readable ? [{ position, readable }] : [],
    );
    this.#clientKey = clientKey;
  }

  readableBy(client: Client): FieldBits {
    if (this.#guarded.length === 0) return this.#all;
    if (!this.#clientKey) return this.#askReadable(client);
    const key = this.#clientKey(client);
    return this.#readableByKey.get(key) ?? this.#readableByKey.set(key, this.#askReadable(client));
  }

  /** Shared per set. */
  maskOf(bits: FieldBits): FieldMask {
    const key = bitsKey(bits);
    return this.#masks.get(key) ?? this.#masks.set(key, this.#makeMask(bits));
  }

  defaultMask(client: Client): FieldMask {
    return this.maskOf(intersectBits(this.defaults, this.readableBy(client)));
  }

  #askReadable(client: Client): FieldBits {
    const bits = [...this.#all];
    for (const { position, readable } of this.#guarded) if (!readable(client)) clearBit(bits, position);
    return bits;
  }

  #makeMask(bits: FieldBits): FieldMask {
    const selected = this.fields.filter((_, position) => hasBit(bits, position));
    const namesOf = (kind: Field['kind']) =>
      selected.filter((field) => field.kind === kind).map(({ name }) => name);
    return new FieldMask({
      type: this.name,
      key: `${this.name}:${bitsKey(bits)}`,
      attributes: namesOf('attribute'),
      relationships: namesOf('relationship'),
    });
  }
}

export type FieldCatalogue<Client = never> = ReadonlyMap<string, CompiledType<Client>>;

/** Throws TypeError for duplicate names. */
export function compileTypes<Client>(
  types: readonly ResourceType<string, string, string, Client>[],
  clientKey?: ClientKey<Client>,
): FieldCatalogue<Client> {
  const catalogue = new Map<string, CompiledType<Client>>();
  for (const type of types) {
    if (catalogue.has(type.name)) throw new TypeError(`Type '${type.name}' is defined twice.`);
    catalogue.set(type.name, new CompiledType(type, clientKey));
  }
  return catalogue;
}

/** Throws TypeError for an undefined type, whose fields must not be sent. */
export function requireType<Client>(catalogue: FieldCatalogue<Client>, name: string): CompiledType<Client> {
  const type = catalogue.get(name);
  if (!type) throw new TypeError(`Type '${name}' is not among the types of this service.`);
  return type;
}
