import type { Exchange } from './exchange.ts';

/** Caches serialised documents of unchanged pages by source object, and releases them with it. */
export class DocumentCache {
  readonly #bySource = new WeakMap<object, Map<string, Buffer>>();

  find(source: object, exchange: Exchange): Buffer | undefined {
    return this.#bySource.get(source)?.get(keyOf(exchange));
  }

  /** Only for documents that depend on nothing except object, address and media type. */
  keep(source: object, exchange: Exchange, octets: Buffer): void {
    const known = this.#bySource.get(source) ?? new Map<string, Buffer>();
    // Clients seldom request the same object in two forms.
    known.clear();
    this.#bySource.set(source, known.set(keyOf(exchange), octets));
  }
}

function keyOf({ negotiated: { contentType }, link }: Exchange): string {
  return `${contentType} ${link()}`;
}
