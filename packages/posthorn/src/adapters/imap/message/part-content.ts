import { Readable } from 'node:stream';
import type { SectionItem } from 'posthorn-imap';
import type { OctetRange } from '../../../application/ports/mail/whole-message-reader.ts';
import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import { createTransferDecoder } from '../../../message/octets/transfer-encoding.ts';
import { openSection } from '../fetch/message-octets.ts';
import { openChecked } from '../session/checked-mailbox.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { Lease } from '../session/session-work.ts';
import { MAX_PAUSE_MS, SectionReadable } from './section-readable.ts';

/** A stored message's part. */
export interface PartAddress {
  readonly message: MessageRef;
  readonly part: BodyPart;
  readonly range: OctetRange | null;
}

/**
 * Streams decoded content in constant memory. Returns the lease when closed. Throws `message-unknown`,
 * `message-gone`.
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
  // Not BINARY: docs/decisions/0013.
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
