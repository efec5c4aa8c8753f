/** A section of a message as a stream for its reader. */
import { Readable } from 'node:stream';
import type { SectionStream } from 'posthorn-imap';
import type { OctetDecoder } from '../../../message/octet-decoder.ts';
import { toMailError } from '../session/imap-errors.ts';

/** A reader that takes nothing for so long does not keep the session. */
export const MAX_PAUSE_MS = 60_000;

/** Reads a section as fast as its own reader does, decoded where there is a decoder. Its errors are MailErrors. */
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
      // Nothing is not the end here, and would not make the stream ask again.
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
