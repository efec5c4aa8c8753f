import {
  type CommandRunner,
  encodeMailboxName,
  type SelectRequest,
  type OpenedMailbox as SelectResult,
  select,
  status,
} from 'posthorn-imap';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { isBad, isRefused, isThrottled, responseCode } from './imap-errors.ts';

/** RFC 9051 §6.3.2. */
export interface OpenedMailbox {
  readonly name: MailboxName;
  readonly uidValidity: number;
  /** At the SELECT; 1: unknown. */
  readonly uidNext: number;
  readonly hasModSeqs: boolean;
  /** Upper case; those its messages may have, as last reported (RFC 9051 §7.3.5). */
  readonly flags: ReadonlySet<string>;
  /** Upper case; null: all (RFC 9051 §7.1). Usually empty after EXAMINE. */
  readonly permanentFlags: ReadonlySet<string> | null;
}

/** The mailbox is not missing. */
const OTHER_REASONS = new Set([
  ...['UNAVAILABLE', 'LIMIT', 'INUSE', 'NOPERM', 'SERVERBUG', 'CONTACTADMIN'],
  ...['OVERQUOTA', 'TOOBIG', 'APPENDLIMIT', 'EXPUNGEISSUED', 'READ-ONLY'],
]);

/** Opening for writing clears \Recent. */
export interface MailboxToOpen {
  readonly name: MailboxName;
  readonly isReadOnly: boolean;
}

/** Throws `mailbox-unknown`. */
export async function openMailbox(
  runner: CommandRunner,
  { name, isReadOnly }: MailboxToOpen,
  signal: AbortSignal,
): Promise<OpenedMailbox> {
  const request = { mailbox: encodeMailboxName(name), isReadOnly };
  try {
    const selected = await open(runner, request, signal);
    const uidNext = selected.uidNext ?? (await askUidNext(runner, request, signal));
    return { name, ...describe(runner, selected), uidNext };
  } catch (error) {
    throw isMailboxMissing(error) ? mailboxUnknown(error) : error;
  }
}

/** By STATUS: SELECT would close the open mailbox, and servers take long to open a large one again. Throws `mailbox-unknown`. */
export async function requireMailbox(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<void> {
  try {
    await status(runner, { mailbox: encodeMailboxName(name), items: ['UIDVALIDITY'] }, signal);
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

/** Some servers send mod-sequences only on request (RFC 7162 §3.1.8). */
async function open(
  runner: CommandRunner,
  request: SelectRequest,
  signal: AbortSignal,
): Promise<SelectResult> {
  const asksModSeqs = runner.capabilities.has('CONDSTORE');
  try {
    return await select(runner, { ...request, asksModSeqs }, signal);
  } catch (error) {
    // Some announce CONDSTORE, but reject the parameter.
    if (!asksModSeqs || !isBad(error)) throw error;
    return select(runner, request, signal);
  }
}

function describe(
  { capabilities }: CommandRunner,
  { uidValidity, highestModSeq, flags, permanentFlags }: SelectResult,
): Omit<OpenedMailbox, 'name' | 'uidNext'> {
  return {
    uidValidity: uidValidity ?? 0,
    // Some send HIGHESTMODSEQ without the FETCH item.
    hasModSeqs: highestModSeq !== null && capabilities.has('CONDSTORE'),
    flags: upperCase(flags),
    permanentFlags: permanentFlags && upperCase(permanentFlags),
  };
}

/** The mailbox after an untagged FLAGS. */
export function withFlags(opened: OpenedMailbox, flags: readonly string[]): OpenedMailbox {
  return { ...opened, flags: upperCase(flags) };
}

function upperCase(flags: readonly string[]): ReadonlySet<string> {
  return new Set(flags.map((flag) => flag.toUpperCase()));
}

/** Most servers omit [NONEXISTENT]. */
function isMailboxMissing(error: unknown): boolean {
  return isRefused(error) && !isThrottled(error) && !OTHER_REASONS.has(responseCode(error) ?? '');
}

/** The error for an unknown mailbox. */
export function mailboxUnknown(cause: unknown): MailError {
  return new MailError('mailbox-unknown', { detail: 'There is no such folder.' }, { cause });
}
