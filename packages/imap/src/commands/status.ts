import type { CommandRunner } from '../connection/command.ts';
import type { MailboxStatusResponse } from '../responses/response.ts';
import { toAstring } from '../wire/command-text.ts';
import { decodeMailboxName } from '../wire/mailbox-name.ts';
import { budgetFor } from './command-budget.ts';

/** RFC 9051 §6.3.11 and extensions. */
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

/** Encoded mailbox name and items. */
export interface StatusRequest {
  readonly mailbox: string;
  readonly items: readonly StatusItem[];
}

/** STATUS (RFC 9051 §6.3.11); null if not sent. May be stale for the selected mailbox. */
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
        // NOTIFY reports STATUS with fewer items.
        counts = { ...counts, ...response };
        return true;
      },
    },
    signal,
  );
  return counts;
}

/** Servers may encode a name differently. */
function isSameMailbox(told: string, asked: string): boolean {
  if (told === asked || decodeMailboxName(told) === decodeMailboxName(asked)) return true;
  return asked.toUpperCase() === 'INBOX' && told.toUpperCase() === 'INBOX';
}
