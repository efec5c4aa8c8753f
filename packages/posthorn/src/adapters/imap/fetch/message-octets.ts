import { type SectionRequest, type SectionStream, streamSection } from 'posthorn-imap';
import type { Uid } from '../../../domain/values/uid.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { messageUnknown } from './message-unknown.ts';

type MessageSection = Omit<SectionRequest, 'uid'> & { readonly uid: Uid };

/**
 * Opens a section without \Seen, again after a NOOP if missing. Read it to its end or cancel it. Throws
 * `message-unknown`.
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

/** All octets. Throws `message-unknown`, and connection errors. */
export async function* readMessageOctets(
  session: ImapSession,
  uid: Uid,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  yield* await openSection(session, { uid, section: '' }, signal);
}
