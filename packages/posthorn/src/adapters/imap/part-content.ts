/** The content of one part as a stream, fetched step by step so that memory stays constant. */
import { Readable } from 'node:stream';
import type { BodyPart } from '../../domain/body-structure.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { Uid } from '../../domain/uid.ts';
import { createTransferDecoder } from '../../message/transfer-encoding.ts';
import { fetchMessages } from './commands/fetch.ts';
import { messageUnknown } from './message-unknown.ts';
import type { Lease } from './session-pool.ts';
import { atom, bodyPeek } from './tokens.ts';

/** Octets of one step. Larger steps save round trips, smaller ones memory. */
const STEP_OCTETS = 512 * 1024;
/** The longest time that one step may take. */
const STEP_TIMEOUT_MS = 30_000;

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
  lease: Lease,
  { mailbox, uid, part }: PartAddress,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  await lease.session.examine(mailbox, signal);
  for (let start = 0; ; start += STEP_OCTETS) {
    const stepSignal = AbortSignal.any([signal, AbortSignal.timeout(STEP_TIMEOUT_MS)]);
    const items = [atom('UID'), bodyPeek([atom(part.path)], [start, STEP_OCTETS])];
    const fetched = await fetchMessages(lease.session, { uids: [uid], items }, stepSignal);
    const octets = fetched.get(uid)?.parts.get(part.path);
    // The answer to a part that is gone must not look like its end: a cut file would pass for a whole one.
    if (octets === undefined) throw messageUnknown();
    if (octets.length > 0) yield octets;
    if (octets.length < STEP_OCTETS) return;
  }
}
