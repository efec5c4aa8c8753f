/** The content of one part as a stream, fetched step by step so that memory stays constant. */
import { Readable } from 'node:stream';
import type { BodyPart } from '../../domain/body-structure.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { Uid } from '../../domain/uid.ts';
import { createTransferDecoder } from '../../message/transfer-encoding.ts';
import { toMailError } from './imap-errors.ts';
import { readSteps } from './message-steps.ts';
import type { Lease } from './session-pool.ts';

export interface PartAddress {
  readonly mailbox: MailboxName;
  readonly uid: Uid;
  readonly part: BodyPart;
}

/** The decoded content. The lease is returned when the stream ends, fails or is destroyed. */
export function streamPart(lease: Lease, address: PartAddress, signal: AbortSignal): Readable {
  const encoded = Readable.from(steps(lease, address, signal), { objectMode: false });
  const decoder = createTransferDecoder(address.part.encoding);
  encoded.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => encoded.destroy());
  encoded.on('close', () => lease.release());
  return encoded.pipe(decoder);
}

async function* steps(
  { session }: Lease,
  { mailbox, uid, part }: PartAddress,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    await session.examine(mailbox, signal);
    yield* readSteps(session, { uid, part: part.path }, signal);
  } catch (error) {
    throw toMailError(error);
  }
}
