import { enable, unselect } from 'posthorn-imap';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { OpenedMailbox } from '../session/open-mailbox.ts';

/** Some servers never enable the announced QRESYNC. */
const asked = new WeakSet<ImapSession>();

/** Opens with QRESYNC if supported (RFC 7162 §3.2). */
export async function openResyncing(
  session: ImapSession,
  mailbox: MailboxName,
  signal: AbortSignal,
): Promise<OpenedMailbox> {
  if (!canEnable(session)) return session.open(mailbox, signal);
  asked.add(session);
  // RFC 5161 §3.1: not in the selected state.
  if (session.selected) await unselect(session, signal);
  await tryEnable(session, signal);
  return session.reopen(mailbox, signal);
}

/** Enables QRESYNC before SELECT: later it costs three round trips. */
export async function enableResyncing(session: ImapSession, signal: AbortSignal): Promise<void> {
  if (session.selected || !canEnable(session)) return;
  asked.add(session);
  await tryEnable(session, signal);
}

async function tryEnable(session: ImapSession, signal: AbortSignal): Promise<void> {
  try {
    await enable(session, ['QRESYNC'], signal);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}

/** True if vanished uids are reported. */
export function isResyncing({ enabled }: ImapSession): boolean {
  return enabled.has('QRESYNC');
}

function canEnable(session: ImapSession): boolean {
  const { capabilities } = session;
  if (asked.has(session) || isResyncing(session) || !capabilities.has('QRESYNC')) return false;
  return capabilities.has('ENABLE') && (session.selected === null || capabilities.has('UNSELECT'));
}
