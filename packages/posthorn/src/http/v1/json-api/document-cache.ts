import type { Exchange } from './exchange.ts';

/** Serialised documents of unchanged pages, kept as long as their source object. */
export class DocumentCache {
  readonly #bySource = new WeakMap<object, Map<string, Buffer>>();

  find(source: object, exchange: Exchange): Buffer | undefined {
    return this.#bySource.get(source)?.get(keyOf(exchange));
  }

  /** The document must depend on object, address and media type only. */
  keep(source: object, exchange: Exchange, octets: Buffer): void {
    const known = this.#bySource.get(source) ?? new Map<string, Buffer>();
    // Clients seldom request two forms of one object.
    known.clear();
    this.#bySource.set(source, known.set(keyOf(exchange), octets));
  }
}

function keyOf({ negotiated: { contentType }, link }: Exchange): string {
  return `${contentType} ${link()}`;
}
