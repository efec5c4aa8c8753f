import { MessageSet, store } from 'posthorn-imap';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { isMarkedDeleted } from '../session/flag-names.ts';
import { isRefused, responseCode } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { storeFlags } from './change-flags.ts';

/** An unmarked message's mod-sequence. */
export interface Claim {
  readonly uid: Uid;
  readonly modSeq: bigint;
}

/**
 * `doubtful`: an unknown writer marked or expunged it. Dovecot 2.3 reports others' simultaneous marks, not
 * MODIFIED.
 */
export type ClaimOutcome = 'won' | 'lost' | 'doubtful';

type Answer = 'marked' | 'modified' | 'unclear';

const MAX_ATTEMPTS = 5;
const MARK = ['\\Deleted'];

/**
 * Marks a message \Deleted; of several writers one succeeds (RFC 7162 §3.1.3). Throws `conflict` under
 * constant change.
 */
export async function claimMessage(
  session: ImapSession,
  { uid, modSeq }: Claim,
  signal: AbortSignal,
): Promise<ClaimOutcome> {
  let known = modSeq;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const answer = await markUnlessChanged(session, { uid, modSeq: known }, signal);
    if (answer === 'marked') return 'won';
    const current = await fetchState(session, uid, signal);
    if (!current || isMarkedDeleted(current.flags)) return answer === 'modified' ? 'lost' : 'doubtful';
    known = current.modSeq ?? known;
  }
  throw new MailError('conflict', { detail: 'The message is being changed all the time.' });
}

async function markUnlessChanged(
  session: ImapSession,
  { uid, modSeq }: Claim,
  signal: AbortSignal,
): Promise<Answer> {
  const messages = MessageSet.range(uid, uid);
  const condition = { unchangedSince: modSeq, isSilent: true } as const;
  session.invalidateCounts();
  try {
    const request = { messages, isUid: true, operation: '+', flags: MARK, ...condition } as const;
    const told = await store(session, request, signal);
    if (told.modified) return 'modified';
    // Flags are another client's: responses to .SILENT have none.
    const isConfirmed = told.messages.some(({ modSeq: current, flags }) => current !== undefined && !flags);
    return isConfirmed ? 'marked' : 'unclear';
  } catch (error) {
    return answerOfRefusal(session, { uid, error }, signal);
  }
}

/** Some servers return NO, or lack the announced modifier. */
async function answerOfRefusal(
  session: ImapSession,
  { uid, error }: { readonly uid: Uid; readonly error: unknown },
  signal: AbortSignal,
): Promise<Answer> {
  if (!isRefused(error)) throw error;
  const code = responseCode(error);
  if (code === 'MODIFIED') return 'modified';
  if (code === 'EXPUNGEISSUED') return 'unclear';
  await storeFlags(session, { uids: [uid], operation: '+', flags: MARK }, signal);
  return 'marked';
}

async function fetchState(
  session: ImapSession,
  uid: Uid,
  signal: AbortSignal,
): Promise<FetchedMessage | undefined> {
  await session.poll(signal);
  const items = ['UID', 'FLAGS', 'MODSEQ'] as const;
  return (await fetchMessages(session, { uids: [uid], items }, signal)).get(uid);
}
