/** The content of one part as a stream, fetched step by step so that memory stays constant. */
import { Readable } from 'node:stream';
import type { BodyPart } from '../../domain/body-structure.ts';
import type { MessageRef } from '../../domain/message-ref.ts';
import { createTransferDecoder } from '../../message/transfer-encoding.ts';
import { readBlindMessage } from './blind-messages.ts';
import { openChecked } from './checked-mailbox.ts';
import { toMailError } from './imap-errors.ts';
import { readSteps } from './message-steps.ts';
import type { Lease } from './session-pool.ts';

/** A part of a stored message. */
export interface PartAddress {
  readonly message: MessageRef;
  readonly part: BodyPart;
  /** True when the server does not know the part. */
  readonly isBlind: boolean;
}

/** The decoded content. The lease is returned when the stream ends, fails or is destroyed. */
export function streamPart(lease: Lease, address: PartAddress, signal: AbortSignal): Readable {
  const { part, isBlind } = address;
  const octets = isBlind ? contentOfBlind(lease, address, signal) : steps(lease, address, signal);
  const encoded = Readable.from(explained(octets), { objectMode: false });
  encoded.on('close', () => lease.release());
  if (isBlind) return encoded;
  const decoder = createTransferDecoder(part.encoding);
  encoded.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => encoded.destroy());
  return encoded.pipe(decoder);
}

async function* steps(
  { session }: Lease,
  { message, part }: PartAddress,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  await openChecked(session, message, signal);
  yield* readSteps(session, { uid: message.uid, part: part.path }, signal);
}

/** The part out of the whole message. */
async function* contentOfBlind(
  { session }: Lease,
  { message, part }: PartAddress,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  await openChecked(session, message, signal);
  const request = { content: part.path };
  const { content } = await readBlindMessage(session, { uid: message.uid, request }, signal);
  if (content) yield content;
}

async function* explained(octets: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* octets;
  } catch (error) {
    throw toMailError(error);
  }
}
