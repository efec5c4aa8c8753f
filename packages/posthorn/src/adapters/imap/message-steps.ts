/** Reads a message, or a part of one, step by step, so that memory stays constant. */
import type { FetchItem } from 'posthorn-imap';
import { MailError } from '../../domain/mail-error.ts';
import type { Uid } from '../../domain/uid.ts';
import { fetchMessages } from './fetched-messages.ts';
import type { ImapSession } from './imap-session.ts';
import { messageUnknown } from './message-unknown.ts';

/** Octets of one step. Larger steps save round trips, smaller ones memory. */
const STEP_OCTETS = 512 * 1024;

/**
 * The octets of the part, or of the whole message where no part is named, from the mailbox that is open. Sets no \Seen. Throws
 * `message-unknown` when the message vanishes meanwhile.
 */
export async function* readSteps(
  session: ImapSession,
  { uid, part }: { readonly uid: Uid; readonly part?: string },
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for (let start = 0; ; start += STEP_OCTETS) {
    const items: readonly FetchItem[] = [{ section: part ?? '', start, octets: STEP_OCTETS }];
    const fetched = await fetchMessages(session, { uids: [uid], items }, signal);
    const octets = fetched.get(uid)?.parts.get(part ?? '');
    // The response for a vanished part must not look like its end: a truncated file would pass for a complete one.
    if (octets === undefined) throw messageUnknown();
    if (octets.length > STEP_OCTETS) throw unusableStep();
    if (octets.length > 0) yield octets;
    if (octets.length < STEP_OCTETS) return;
  }
}

/** A server that returns more than was requested would return it again and again. */
function unusableStep(): MailError {
  return new MailError('protocol-failure', {
    detail: 'The mail server gave more of a message than was asked for.',
  });
}
