/** One connection on which the server reports changes: by NOTIFY those of all mailboxes, else by IDLE those of one. */
import { idle, isNotificationOverflow, notify, type UntaggedResponse } from 'posthorn-imap';
import type { ViewMinimum } from '../../../application/ports/mail/mail-changes.ts';
import { type MailboxName, parseMailboxName } from '../../../domain/mailbox-name.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { countMailbox } from '../session/mailbox-counts.ts';

/** What a connection listens for. */
export interface PushRequest {
  /** The mailbox that is selected. */
  readonly mailbox: MailboxName;
  /** Milliseconds until it ends. */
  readonly maxMs: number;
  /** The longest time of one step. */
  readonly stepMs: number;
  /** Ends it early. */
  readonly until: AbortSignal;
  /** Called once when the connection is ready; from then on nothing is missed. */
  readonly onReady: (ready: ReadyPush) => void;
  /** Called for each piece of news; null when it does not say where. */
  readonly onNews: (mailbox: MailboxName | null) => void;
}

/** What the server reports by itself, and the earlier counts of the selected mailbox. */
export interface ReadyPush {
  readonly mode: 'notify' | 'idle';
  readonly atLeast: ViewMinimum;
}

/** Untagged responses that report changes in the selected mailbox. */
const NEWS: ReadonlySet<string> = new Set(['exists', 'expunge', 'vanished', 'fetch', 'recent']);

/** True when the server can report changes by itself. */
export function canPush({ capabilities }: Pick<ImapSession, 'capabilities'>): boolean {
  return capabilities.has('IDLE');
}

/**
 * Listens until the time is up. STATUS comes first: a fresh connection sees the mailbox as it is, whatever older ones see. The
 * session cannot do other work afterwards. Throws what the connection throws.
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
        if (isNotificationOverflow(response)) onNews(null);
        const concerned = concernedMailbox(response, mailbox);
        if (concerned !== undefined) onNews(concerned);
      },
    },
    signal,
  );
}

/** Once set, the server reports nothing else for the rest of the connection (RFC 5465 §3.1). False where it cannot. */
async function setNotifications(session: ImapSession, signal: AbortSignal): Promise<boolean> {
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

/** The mailbox that the response is about; null for the list of mailboxes, undefined for none. */
function concernedMailbox(response: UntaggedResponse, selected: MailboxName): MailboxName | null | undefined {
  if (NEWS.has(response.kind)) return selected;
  if (response.kind === 'list') return null;
  if (response.kind !== 'mailbox-status') return undefined;
  return parseMailboxName(response.mailbox.text) ?? null;
}
