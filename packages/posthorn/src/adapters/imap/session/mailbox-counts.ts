import {
  type CommandRunner,
  encodeMailboxName,
  type MailboxStatusResponse,
  type StatusItem,
  status,
} from 'posthorn-imap';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';

const STATUS_ITEMS: readonly StatusItem[] = ['MESSAGES', 'UNSEEN', 'UIDNEXT', 'UIDVALIDITY'];
/** RFC 7162 §3.1.5. */
const CONDSTORE_ITEMS: readonly StatusItem[] = [...STATUS_ITEMS, 'HIGHESTMODSEQ'];

function statusItems({ capabilities }: CommandRunner): readonly StatusItem[] {
  return capabilities.has('CONDSTORE') ? CONDSTORE_ITEMS : STATUS_ITEMS;
}

/** Items for listed mailboxes, with MAILBOXID (RFC 8474 §4). */
export function listedItems(runner: CommandRunner): readonly StatusItem[] {
  const items = statusItems(runner);
  return runner.capabilities.has('OBJECTID') ? [...items, 'MAILBOXID'] : items;
}

/** NOOP precedes it for the open mailbox: Dovecot 2.3 counts only reported changes. */
export async function countMailbox(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<MailboxCounts> {
  return toCounts(await askStatus(runner, { name, items: statusItems(runner) }, signal));
}

/** STATUS of one mailbox. Throws `protocol-failure`. */
export async function askStatus(
  runner: CommandRunner,
  { name, items }: { readonly name: MailboxName; readonly items: readonly StatusItem[] },
  signal: AbortSignal,
): Promise<MailboxStatusResponse> {
  const answer = await status(runner, { mailbox: encodeMailboxName(name), items }, signal);
  if (answer) return answer;
  throw new MailError('protocol-failure', { detail: 'The mail server did not answer a STATUS command.' });
}

/** Missing counts are 0. */
export function toCounts({
  messages = 0,
  unseen = 0,
  uidNext = 0,
  uidValidity = 0,
  highestModSeq,
}: MailboxStatusResponse): MailboxCounts {
  return {
    total: messages,
    unread: unseen,
    uidNext,
    uidValidity,
    highestModSeq: highestModSeq === undefined ? null : String(highestModSeq),
  };
}
