/** The content of one part as a stream that keeps pace with its reader, in constant memory. */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SectionItem, SectionStream } from 'posthorn-imap';
import type { OctetRange } from '../../application/ports/whole-message-reader.ts';
import type { BodyPart } from '../../domain/body-structure.ts';
import type { MessageRef } from '../../domain/message-ref.ts';
import type { OctetDecoder } from '../../message/octet-decoder.ts';
import { createTransferDecoder } from '../../message/transfer-encoding.ts';
import { openChecked } from './checked-mailbox.ts';
import { toMailError } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';
import { openSection } from './message-octets.ts';
import type { Lease } from './session-pool.ts';

/** A part of a stored message. */
export interface PartAddress {
  readonly message: MessageRef;
  readonly part: BodyPart;
  /** Where the part lies in the message, when the server does not know it. */
  readonly range: OctetRange | null;
}

/** A socket is read in pieces of this size when more is there. */
const BUSY_OCTETS = 64 * 1024;
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
  const { message, part, range } = address;
  await openChecked(session, message, signal);
  // BINARY would be a quarter less to transfer; docs/decisions/0013 says why the octets are decoded here.
  const section: SectionItem = range ? sectionOf(range) : { section: part.path };
  if (section.octets === 0) return Readable.from([], { objectMode: false });
  const octets = await openSection(
    session,
    { ...section, uid: message.uid, maxPauseMs: MAX_PAUSE_MS },
    signal,
  );
  return new SectionReadable(octets, createTransferDecoder(part.encoding));
}

function sectionOf({ start, end }: OctetRange): SectionItem {
  return { section: '', start, octets: Math.max(0, end - start) };
}

/** Reads a section as fast as its own reader does. */
class SectionReadable extends Readable {
  readonly #section: SectionStream;
  readonly #octets: AsyncIterator<Buffer>;
  readonly #decoder: OctetDecoder | undefined;
  /** True while octets arrive faster than they are taken: fewer and larger chunks cost less. */
  #isBusy = false;

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
      if (this.#isBusy) await nextTurn();
      const { done, value } = await this.#octets.next();
      if (done) return this.#pushEnd();
      this.#isBusy = value.length >= BUSY_OCTETS;
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
