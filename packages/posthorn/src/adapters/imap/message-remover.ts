/** Removes one message from the mailbox that is selected, and no other. */
import type { Uid } from '../../domain/uid.ts';
import { storeFlags } from './commands/store.ts';
import type { ImapSession } from './imap-session.ts';
import { sequence } from './tokens.ts';

/**
 * Marks the message \Deleted and expunges it alone (UIDPLUS, RFC 4315 §2.1). Without UIDPLUS it stays marked: a plain EXPUNGE
 * would take along what other clients have marked.
 */
export async function removeMessage(session: ImapSession, uid: Uid, signal: AbortSignal): Promise<void> {
  await storeFlags(session, { uid, operation: '+', flags: ['\\Deleted'] }, signal);
  if (!session.capabilities.has('UIDPLUS')) return;
  await session.run({ name: 'UID EXPUNGE', arguments: [sequence(String(uid))] }, signal);
}
