/** The octets of a message, or of a part of one, as they arrive. */
import { type SectionRequest, type SectionStream, streamSection } from 'posthorn-imap';
import type { Uid } from '../../../domain/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { messageUnknown } from './message-unknown.ts';

/** A section of a message in the mailbox that is open. */
type MessageSection = Omit<SectionRequest, 'uid'> & { readonly uid: Uid };

/**
 * The section, once its first octets are there. Read it to its end or cancel it. A message that the session does not know yet is asked for
 * again after a NOOP. Sets no \Seen. Throws `message-unknown`.
 */
export async function openSection(
  session: ImapSession,
  section: MessageSection,
  signal: AbortSignal,
): Promise<SectionStream> {
  const known = await streamSection(session, section, signal);
  if (known) return known;
  await session.poll(signal);
  const told = await streamSection(session, section, signal);
  if (told) return told;
  throw messageUnknown();
}

/** All octets of a message in the mailbox that is open. Throws `message-unknown` and what breaks the connection. */
export async function* readMessageOctets(
  session: ImapSession,
  uid: Uid,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  yield* await openSection(session, { uid, section: '' }, signal);
}
