/** STATUS: the counts of a mailbox that need not be selected (RFC 9051 §6.3.11). */
import type { CommandRunner } from '../connection/command.ts';
import type { MailboxStatusResponse } from '../responses/response.ts';
import { toAstring } from '../wire/command-text.ts';
import { decodeMailboxName } from '../wire/mailbox-name.ts';
import { budgetFor } from './command-budget.ts';

/** The data items of STATUS (RFC 9051 §6.3.11 and the RFCs of extensions). */
export type StatusItem =
  | 'MESSAGES'
  | 'UIDNEXT'
  | 'UIDVALIDITY'
  | 'UNSEEN'
  | 'RECENT'
  | 'DELETED'
  | 'SIZE'
  | 'HIGHESTMODSEQ'
  | 'APPENDLIMIT'
  | 'MAILBOXID';

/** Which items of which mailbox. */
export interface StatusRequest {
  /** The encoded name, as in `MailboxName.raw`. */
  readonly mailbox: string;
  readonly items: readonly StatusItem[];
}

/** The counts; null when the server returns OK without any. For the selected mailbox they may be the last reported ones. */
export async function status(
  runner: CommandRunner,
  { mailbox, items }: StatusRequest,
  signal: AbortSignal,
): Promise<MailboxStatusResponse | null> {
  let counts: MailboxStatusResponse | null = null;
  await runner.run(
    {
      name: 'STATUS',
      parts: ['STATUS ', toAstring(mailbox), ` (${items.join(' ')})`],
      budget: budgetFor(1, 0),
      concurrency: 'shared',
      onResponse: (response) => {
        if (response.kind !== 'mailbox-status' || !isSameMailbox(response.mailbox.raw, mailbox)) return false;
        counts = response;
        return true;
      },
    },
    signal,
  );
  return counts;
}

/** Servers may encode a name in another way than they were asked with. */
function isSameMailbox(told: string, asked: string): boolean {
  if (told === asked || decodeMailboxName(told) === decodeMailboxName(asked)) return true;
  return asked.toUpperCase() === 'INBOX' && told.toUpperCase() === 'INBOX';
}
