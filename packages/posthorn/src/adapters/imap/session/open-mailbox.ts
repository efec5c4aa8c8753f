/** Opens a mailbox. */
import {
  type CommandRunner,
  encodeMailboxName,
  type SelectRequest,
  type OpenedMailbox as SelectResult,
  select,
  status,
} from 'posthorn-imap';
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { isBad, isRefused, isThrottled, responseCode } from './imap-errors.ts';

/** A selected mailbox, as the responses to SELECT describe it (RFC 9051 §6.3.2). */
export interface OpenedMailbox {
  readonly name: MailboxName;
  readonly uidValidity: number;
  /** The next uid when it was opened; 1 when the server did not send it. */
  readonly uidNext: number;
  /** True where the server keeps mod-sequences for this mailbox (RFC 7162 §3.1.2). */
  readonly hasModSeqs: boolean;
  /** PERMANENTFLAGS in upper case; null when the server sent none, which means all flags (RFC 9051 §7.1). */
  readonly permanentFlags: ReadonlySet<string> | null;
}

/** Response codes that do not mean a missing mailbox. */
const OTHER_REASONS = new Set([
  ...['UNAVAILABLE', 'LIMIT', 'INUSE', 'NOPERM', 'SERVERBUG', 'CONTACTADMIN'],
  ...['OVERQUOTA', 'TOOBIG', 'APPENDLIMIT', 'EXPUNGEISSUED', 'READ-ONLY'],
]);

/**
 * Opens the mailbox for reading and changing: selecting it again for each costs most of the time in a large one. It takes \Recent from new
 * messages. Throws `mailbox-unknown` when the server has none of that name.
 */
export async function openMailbox(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<OpenedMailbox> {
  const request = { mailbox: encodeMailboxName(name), isReadOnly: false };
  try {
    const selected = await open(runner, request, signal);
    const uidNext = selected.uidNext ?? (await askUidNext(runner, request, signal));
    return { name, ...describe(runner, selected), uidNext };
  } catch (error) {
    throw isMailboxMissing(error) ? mailboxUnknown(error) : error;
  }
}

/** Some servers send it only on request. */
async function askUidNext(
  runner: CommandRunner,
  { mailbox }: SelectRequest,
  signal: AbortSignal,
): Promise<number> {
  const counts = await status(runner, { mailbox, items: ['UIDNEXT'] }, signal);
  return counts?.uidNext ?? 1;
}

/** Requests mod-sequences, which some servers send only then (RFC 7162 §3.1.8). */
async function open(
  runner: CommandRunner,
  request: SelectRequest,
  signal: AbortSignal,
): Promise<SelectResult> {
  const asksModSeqs = runner.capabilities.has('CONDSTORE');
  try {
    return await select(runner, { ...request, asksModSeqs }, signal);
  } catch (error) {
    // Some servers announce CONDSTORE and then reject the parameter.
    if (!asksModSeqs || !isBad(error)) throw error;
    return select(runner, request, signal);
  }
}

function describe(
  { capabilities }: CommandRunner,
  { uidValidity, highestModSeq, permanentFlags }: SelectResult,
): Omit<OpenedMailbox, 'name' | 'uidNext'> {
  return {
    uidValidity: uidValidity ?? 0,
    // Some servers send HIGHESTMODSEQ and still do not support the FETCH item.
    hasModSeqs: highestModSeq !== null && capabilities.has('CONDSTORE'),
    permanentFlags: permanentFlags && new Set(permanentFlags.map((flag) => flag.toUpperCase())),
  };
}

/** True for a refusal that means that there is no such mailbox: most servers return a bare NO, without [NONEXISTENT]. */
function isMailboxMissing(error: unknown): boolean {
  return isRefused(error) && !isThrottled(error) && !OTHER_REASONS.has(responseCode(error) ?? '');
}

/** The failure for a mailbox name that the server does not have. */
export function mailboxUnknown(cause: unknown): MailError {
  return new MailError('mailbox-unknown', { detail: 'There is no such folder.' }, { cause });
}
