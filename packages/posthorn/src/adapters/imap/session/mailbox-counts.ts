/** The counts of a mailbox, from STATUS. */
import {
  type CommandRunner,
  encodeMailboxName,
  type MailboxStatusResponse,
  type StatusItem,
  status,
} from 'posthorn-imap';
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxCounts } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';

const STATUS_ITEMS: readonly StatusItem[] = ['MESSAGES', 'UNSEEN', 'UIDNEXT', 'UIDVALIDITY'];
/** Asked for where the server keeps mod-sequences (RFC 7162 §3.1.5). */
const CONDSTORE_ITEMS: readonly StatusItem[] = [...STATUS_ITEMS, 'HIGHESTMODSEQ'];

/** The items that every count here is made of. */
export function statusItems({ capabilities }: CommandRunner): readonly StatusItem[] {
  return capabilities.has('CONDSTORE') ? CONDSTORE_ITEMS : STATUS_ITEMS;
}

/**
 * The counts of one mailbox. For the mailbox that is open a server may answer with what this session was told
 * last (Dovecot 2.3 does): run NOOP before.
 */
export async function countMailbox(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<MailboxCounts> {
  const request = { mailbox: encodeMailboxName(name), items: statusItems(runner) };
  const counts = await status(runner, request, signal);
  if (counts) return toCounts(counts);
  throw new MailError('protocol-failure', { detail: 'The mail server did not answer a STATUS command.' });
}

/** The counts of a STATUS response; a count that the server left out is 0. */
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
