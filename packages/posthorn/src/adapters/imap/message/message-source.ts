import type { MessageSource } from '../../../application/ports/mail/mail-store.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import { openSection } from '../fetch/message-octets.ts';
import { openChecked } from '../session/checked-mailbox.ts';
import type { Lease } from '../session/session-work.ts';
import { MAX_PAUSE_MS, SectionReadable } from './section-readable.ts';

/**
 * A stream with the literal's length: some servers estimate RFC822.SIZE. Returns the lease when closed.
 * Throws `message-unknown`, `message-gone`.
 */
export async function openSource(
  lease: Lease,
  message: MessageRef,
  signal: AbortSignal,
): Promise<MessageSource> {
  const { uidValidity } = await openChecked(lease.session, message, signal);
  const { uid } = message;
  const section = await openSection(lease.session, { uid, section: '', maxPauseMs: MAX_PAUSE_MS }, signal);
  const stream = new SectionReadable(section).once('close', () => lease.release());
  return { uid, uidValidity, octets: section.octets, stream };
}
