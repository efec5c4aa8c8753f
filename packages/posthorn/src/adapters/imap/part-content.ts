/** The content of one part as a stream, fetched step by step so that memory stays constant. */
import { Readable } from 'node:stream';
import type { OctetRange } from '../../application/ports/whole-message-reader.ts';
import type { BodyPart } from '../../domain/body-structure.ts';
import type { MessageRef } from '../../domain/message-ref.ts';
import { createTransferDecoder } from '../../message/transfer-encoding.ts';
import { openChecked } from './checked-mailbox.ts';
import { toMailError } from './imap-errors.ts';
import { readSteps } from './message-steps.ts';
import type { Lease } from './session-pool.ts';

/** A part of a stored message. */
export interface PartAddress {
  readonly message: MessageRef;
  readonly part: BodyPart;
  /** Where the part lies in the message, when the server does not know it. */
  readonly range: OctetRange | null;
}

/** The decoded content. The lease is returned when the stream ends, fails or is destroyed. */
export function streamPart(lease: Lease, address: PartAddress, signal: AbortSignal): Readable {
  const encoded = Readable.from(explained(steps(lease, address, signal)), { objectMode: false });
  encoded.on('close', () => lease.release());
  const decoder = createTransferDecoder(address.part.encoding);
  encoded.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => encoded.destroy());
  return encoded.pipe(decoder);
}

async function* steps(
  { session }: Lease,
  { message, part, range }: PartAddress,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  await openChecked(session, message, signal);
  const { uid } = message;
  yield* readSteps(session, range ? { uid, range } : { uid, part: part.path }, signal);
}

async function* explained(octets: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* octets;
  } catch (error) {
    throw toMailError(error);
  }
}
