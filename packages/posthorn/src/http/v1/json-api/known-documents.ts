/** Caches serialised documents, so that an unchanged page is not serialised again. */
import type { Exchange } from './exchange.ts';

/** Documents by the object that they show and by the request. A document is released with its object. */
export class KnownDocuments {
  readonly #bySource = new WeakMap<object, Map<string, Buffer>>();

  /** The document that shows this object, for a request with this address and media type. */
  find(source: object, exchange: Exchange): Buffer | undefined {
    return this.#bySource.get(source)?.get(keyOf(exchange));
  }

  /** Keeps a document that depends on nothing but the object, the address and the media type. */
  keep(source: object, exchange: Exchange, octets: Buffer): void {
    const known = this.#bySource.get(source) ?? new Map<string, Buffer>();
    // The same object is asked for in one way mostly; another one replaces it.
    known.clear();
    this.#bySource.set(source, known.set(keyOf(exchange), octets));
  }
}

/** The address has all parameters of the request in it, and where its links begin. */
function keyOf({ negotiated: { contentType }, link }: Exchange): string {
  return `${contentType} ${link()}`;
}
