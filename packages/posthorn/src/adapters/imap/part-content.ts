/** The content of one part as a stream that keeps pace with its reader, in constant memory. */
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { SectionStream } from 'posthorn-imap';
import type { OctetRange } from '../../application/ports/whole-message-reader.ts';
import type { BodyPart } from '../../domain/body-structure.ts';
import type { MessageRef } from '../../domain/message-ref.ts';
import type { Uid } from '../../domain/uid.ts';
import type { OctetDecoder } from '../../message/octet-decoder.ts';
import { createTransferDecoder, isTransferEncoding } from '../../message/transfer-encoding.ts';
import { openChecked } from './checked-mailbox.ts';
import { isConnectionLost, isRefused, toMailError } from './imap-errors.ts';
import type { ImapSession } from './imap-session.ts';
import { type MessageSection, openSection } from './message-octets.ts';
import type { Lease } from './session-pool.ts';

/** A part of a stored message. */
export interface PartAddress {
  readonly message: MessageRef;
  readonly part: BodyPart;
  /** Where the part lies in the message, when the server does not know it. */
  readonly range: OctetRange | null;
}

/** Encodings that servers decode as they are decoded here (RFC 3516 §4.3). */
const SERVER_DECODED = ['base64', 'quoted-printable'] as const;
/** Parts of broken mail, which are few. */
const MAX_REMEMBERED = 1_000;
/** A reader that takes nothing for so long does not keep the session. */
const MAX_PAUSE_MS = 60_000;

/** The server gave up the connection instead of decoding a part. It will not be asked to again: open the part once more. */
export class DecodingFailed extends Error {}

/** Opens parts. It remembers those that a server cannot decode. */
export class PartOpener {
  readonly #undecodable = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  /**
   * The decoded content, once its first octets are there. The lease is returned when the stream ends, fails or is destroyed; a session
   * that had much of the part still to come is closed then. Throws `message-unknown`, and DecodingFailed.
   */
  async open(lease: Lease, address: PartAddress, signal: AbortSignal): Promise<Readable> {
    const stream = await this.#content(lease, address, signal);
    return stream.once('close', () => lease.release());
  }

  async #content(lease: Lease, address: PartAddress, signal: AbortSignal): Promise<Readable> {
    const { session } = lease;
    const { message, part, range } = address;
    const { mailbox, uid } = message;
    const { uidValidity } = await openChecked(session, message, signal);
    if (range) return openRange(session, { uid, range, part }, signal);
    const section = { uid, section: part.path, maxPauseMs: MAX_PAUSE_MS };
    const key = [lease.accountKey, mailbox, uidValidity, uid, part.path].join('\0');
    if (isDecodable(session, part) && !this.#undecodable.has(key)) {
      const decoded = await openDecoded(session, section, signal).catch((error: unknown) => {
        if (error instanceof DecodingFailed) this.#undecodable.set(key, true);
        throw error;
      });
      if (decoded) return new SectionReadable(decoded, undefined);
      this.#undecodable.set(key, true);
      await openChecked(session, message, signal);
    }
    const encoded = await openSection(session, section, signal);
    return new SectionReadable(encoded, createTransferDecoder(part.encoding));
  }
}

async function openRange(
  session: ImapSession,
  {
    uid,
    range: { start, end },
    part,
  }: { readonly uid: Uid; readonly range: OctetRange; readonly part: BodyPart },
  signal: AbortSignal,
): Promise<Readable> {
  if (end <= start) return Readable.from([], { objectMode: false });
  const section = { uid, section: '', start, octets: end - start, maxPauseMs: MAX_PAUSE_MS };
  return new SectionReadable(
    await openSection(session, section, signal),
    createTransferDecoder(part.encoding),
  );
}

function isDecodable(session: ImapSession, { encoding }: BodyPart): boolean {
  return (
    session.capabilities.has('BINARY') && SERVER_DECODED.some((name) => isTransferEncoding(encoding, name))
  );
}

/** The section decoded by the server; undefined where it refuses: UNKNOWN-CTE, or whatever it answers to broken encodings. */
async function openDecoded(
  session: ImapSession,
  section: MessageSection,
  signal: AbortSignal,
): Promise<SectionStream | undefined> {
  try {
    return await openSection(session, { ...section, isBinary: true }, signal);
  } catch (error) {
    if (isRefused(error)) return undefined;
    // Dovecot ends the connection where base64 ends without its padding.
    throw isConnectionLost(error)
      ? new DecodingFailed('The server did not decode a part.', { cause: error })
      : error;
  }
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
