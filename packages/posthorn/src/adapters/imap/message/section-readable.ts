import { Readable } from 'node:stream';
import type { SectionStream } from 'posthorn-imap';
import type { OctetDecoder } from '../../../message/octets/octet-decoder.ts';
import { toMailError } from '../session/imap-errors.ts';

export const MAX_PAUSE_MS = 60_000;

/** Streams at the reader's speed. Errors are MailErrors. */
export class SectionReadable extends Readable {
  readonly #section: SectionStream;
  readonly #octets: AsyncIterator<Buffer>;
  readonly #decoder: OctetDecoder | undefined;

  constructor(section: SectionStream, decoder?: OctetDecoder) {
    super();
    this.#section = section;
    this.#octets = section[Symbol.asyncIterator]();
    this.#decoder = decoder;
  }

  override _read(): void {
    this.#pushNext().catch((error: unknown) => this.destroy(toMailError(error) as Error));
  }

  async #pushNext(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#octets.next();
      if (done) return this.#pushEnd();
      const content = this.#decoder ? this.#decoder.write(value) : value;
      // It would stop the stream.
      if (content.length > 0) return void this.push(content);
    }
  }

  #pushEnd(): void {
    const rest = this.#decoder?.end();
    if (rest && rest.length > 0) this.push(rest);
    this.push(null);
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#section.cancel();
    callback(error);
  }
}
