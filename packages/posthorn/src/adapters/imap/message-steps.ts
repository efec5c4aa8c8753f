/** Reads a message, or a part of one, step by step, so that memory stays constant. */
import type { FetchItem } from 'posthorn-imap';
import type { OctetRange } from '../../application/ports/whole-message-reader.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { Uid } from '../../domain/uid.ts';
import { fetchMessages } from './fetched-messages.ts';
import type { ImapSession } from './imap-session.ts';
import { messageUnknown } from './message-unknown.ts';

/** Octets of one step. Larger steps save round trips, smaller ones memory. */
const STEP_OCTETS = 512 * 1024;

/** Which octets are read. */
export interface StepRequest {
  readonly uid: Uid;
  /** A part specifier; the whole message without one. */
  readonly part?: string;
  /** Of the part, or of the message; all without one. */
  readonly range?: OctetRange;
}

const WHOLE: OctetRange = { start: 0, end: Number.POSITIVE_INFINITY };

/**
 * The octets of the part, or of the whole message where no part is named, from the mailbox that is open. Sets no \Seen. Throws
 * `message-unknown` when the message vanishes meanwhile.
 */
export async function* readSteps(
  session: ImapSession,
  { uid, part, range = WHOLE }: StepRequest,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for (let start = range.start; start < range.end; start += STEP_OCTETS) {
    const wanted = Math.min(STEP_OCTETS, range.end - start);
    const items: readonly FetchItem[] = [{ section: part ?? '', start, octets: wanted }];
    const fetched = await fetchMessages(session, { uids: [uid], items }, signal);
    const octets = fetched.get(uid)?.parts.get(part ?? '');
    // The response for a vanished part must not look like its end: a truncated file would pass for a complete one.
    if (octets === undefined) throw messageUnknown();
    if (octets.length > wanted) throw unusableStep();
    if (octets.length > 0) yield octets;
    if (octets.length < wanted) return;
  }
}

/** A server that returns more than was requested would return it again and again. */
function unusableStep(): MailError {
  return new MailError('protocol-failure', {
    detail: 'The mail server gave more of a message than was asked for.',
  });
}
