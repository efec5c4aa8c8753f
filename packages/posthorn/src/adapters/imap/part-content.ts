/** The content of one part as a stream that keeps pace with its reader, in constant memory. */
import { Readable } from 'node:stream';
import type { SectionStream } from 'posthorn-imap';
import type { BodyPart } from '../../domain/body-structure.ts';
import type { MessageRef } from '../../domain/message-ref.ts';
import type { OctetDecoder } from '../../message/octet-decoder.ts';
import { createTransferDecoder } from '../../message/transfer-encoding.ts';
import { readBlindMessage } from './blind-messages.ts';
import { openChecked } from './checked-mailbox.ts';
import { toMailError } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';
import { openSection } from './message-octets.ts';
import type { Lease } from './session-pool.ts';

/** A part of a stored message. */
export interface PartAddress {
  readonly message: MessageRef;
  readonly part: BodyPart;
  /** True when the server does not know the part. */
  readonly isBlind: boolean;
}

/** A reader that takes nothing for so long does not keep the session. */
const MAX_PAUSE_MS = 60_000;

/**
 * The decoded content, once its first octets are there. The lease is returned when the stream ends, fails or is destroyed; a session that
 * had much of the part still to come is closed then. Throws `message-unknown`, `message-gone`.
 */
export async function openPart(lease: Lease, address: PartAddress, signal: AbortSignal): Promise<Readable> {
  const stream = await openContent(lease.session, address, signal);
  return stream.once('close', () => lease.release());
}

async function openContent(
  session: ImapSession,
  address: PartAddress,
  signal: AbortSignal,
): Promise<Readable> {
  const { message, part, isBlind } = address;
  await openChecked(session, message, signal);
  if (isBlind) return readBlind(session, address, signal);
  // BINARY would be a quarter less to transfer; docs/decisions/0013 says why the octets are decoded here.
  const section = { uid: message.uid, section: part.path, maxPauseMs: MAX_PAUSE_MS };
  const octets = await openSection(session, section, signal);
  return new SectionReadable(octets, createTransferDecoder(part.encoding));
}

async function readBlind(
  session: ImapSession,
  { message, part }: PartAddress,
  signal: AbortSignal,
): Promise<Readable> {
  const request = { content: part.path };
  const { content } = await readBlindMessage(session, { uid: message.uid, request }, signal);
  return Readable.from(content ? [content] : [], { objectMode: false });
}

/** Reads a section as fast as its own reader does. */
class SectionReadable extends Readable {
  readonly #section: SectionStream;
  readonly #octets: AsyncIterator<Buffer>;
  readonly #decoder: OctetDecoder | undefined;

  constructor(section: SectionStream, decoder: OctetDecoder | undefined) {
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
