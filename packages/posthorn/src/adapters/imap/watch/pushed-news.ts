import { idle, isNotificationOverflow, notify, type UntaggedResponse } from 'posthorn-imap';
import type { ViewMinimum } from '../../../application/ports/mail/mail-changes.ts';
import { type MailboxName, parseMailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { countMailbox } from '../session/mailbox-counts.ts';

/** Scope and limits. */
export interface PushRequest {
  readonly mailbox: MailboxName;
  readonly maxMs: number;
  readonly stepMs: number;
  readonly until: AbortSignal;
  /** Called once; later changes are not missed. */
  readonly onReady: (ready: ReadyPush) => void;
  /** Null: unknown mailbox. */
  readonly onNews: (mailbox: MailboxName | null) => void;
}

/** Scope of reports, and earlier counts of the selected mailbox. */
export interface ReadyPush {
  readonly mode: 'notify' | 'idle';
  readonly atLeast: ViewMinimum;
}

const NEWS: ReadonlySet<string> = new Set(['exists', 'expunge', 'vanished', 'fetch', 'recent']);

/** True if the server can report changes. */
export function canPush({ capabilities }: Pick<ImapSession, 'capabilities'>): boolean {
  return capabilities.has('IDLE');
}

/**
 * Listens to all mailboxes by NOTIFY, else to one by IDLE, after STATUS. Occupies the session. Throws
 * connection errors.
 */
export async function listenForNews(
  session: ImapSession,
  request: PushRequest,
  signal: AbortSignal,
): Promise<void> {
  const { mailbox, maxMs, stepMs, until, onReady, onNews } = request;
  const step = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(stepMs)]);
  const { uidNext, highestModSeq } = await countMailbox(session, mailbox, step());
  const hasNotify = await setNotifications(session, step());
  await session.reopen(mailbox, step());
  const atLeast = { uidNext, highestModSeq: highestModSeq === null ? null : BigInt(highestModSeq) };
  onReady({ mode: hasNotify ? 'notify' : 'idle', atLeast });
  await idle(
    session,
    {
      until,
      maxMs,
      onNews: (response) => {
        const concerned = concernedMailbox(response, mailbox);
        if (concerned !== undefined) onNews(concerned);
      },
    },
    signal,
  );
}

/** Ends other reports (RFC 5465 §3.1). False without NOTIFY. */
export async function setNotifications(session: ImapSession, signal: AbortSignal): Promise<boolean> {
  if (!session.capabilities.has('NOTIFY')) return false;
  const events = ['MessageNew', 'MessageExpunge', 'FlagChange'] as const;
  try {
    await notify(
      session,
      {
        groups: [
          { mailboxes: 'selected', events },
          { mailboxes: 'personal', events: [...events, 'MailboxName'] },
        ],
      },
      signal,
    );
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

/** The reported mailbox; null: unknown, undefined: no report. */
export function concernedMailbox(
  response: UntaggedResponse,
  selected: MailboxName,
): MailboxName | null | undefined {
  if (isNotificationOverflow(response)) return null;
  if (NEWS.has(response.kind)) return selected;
  if (response.kind === 'list') return null;
  if (response.kind !== 'mailbox-status') return undefined;
  return parseMailboxName(response.mailbox.text) ?? null;
}
