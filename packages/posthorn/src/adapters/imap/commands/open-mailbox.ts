/** EXAMINE and SELECT: open a mailbox for reading, or for changing it (RFC 9051 §6.3.2, §6.3.3). */
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { ImapCommand, UntaggedResponse } from '../imap-connection.ts';
import { isBad, isRefused, responseCode } from '../imap-errors.ts';
import { encodeMailboxName } from '../mailbox-name-coding.ts';
import { atom, isList, keyword, nodeNumber, type Token, type TokenNode, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

/** How a mailbox is open. EXAMINE changes nothing; SELECT takes \Recent from the messages. */
export type OpenMode = 'EXAMINE' | 'SELECT';

export interface OpenedMailbox {
  readonly name: MailboxName;
  readonly mode: OpenMode;
  readonly uidValidity: number;
  /** The next uid when it was opened; 1 when the server did not tell. */
  readonly uidNext: number;
  /** True where the server keeps mod-sequences for this mailbox (RFC 7162 §3.1.2). */
  readonly hasModSeqs: boolean;
  /** Flags that can be changed for good, upper case; null when the server did not tell, which means all of them. */
  readonly permanentFlags: ReadonlySet<string> | null;
}

/** Answers that do not say that the mailbox is missing. */
const OTHER_REASONS = new Set([
  ...['UNAVAILABLE', 'LIMIT', 'INUSE', 'NOPERM', 'SERVERBUG', 'CONTACTADMIN'],
  ...['OVERQUOTA', 'TOOBIG', 'APPENDLIMIT', 'EXPUNGEISSUED', 'READ-ONLY'],
]);

/** Opens the mailbox. Throws `mailbox-unknown` when the server has none of that name. */
export async function openMailbox(
  runner: CommandRunner,
  { name, mode }: Pick<OpenedMailbox, 'name' | 'mode'>,
  signal: AbortSignal,
): Promise<OpenedMailbox> {
  const codes = new Map<string, TokenNode>();
  const readCode = ({ attributes }: UntaggedResponse) => {
    const section = (attributes[0] as Token | null | undefined)?.section;
    codes.set(keyword(section?.[0]), section?.[1] ?? null);
  };
  try {
    await open(
      runner,
      { name: mode, arguments: [text(encodeMailboxName(name))], untagged: { OK: readCode } },
      signal,
    );
  } catch (error) {
    throw isMailboxMissing(error) ? mailboxUnknown(error) : error;
  }
  return { name, mode, ...readCodes(codes) };
}

/** Who wants to change a mailbox asks for its mod-sequences, which some servers tell only then (RFC 7162 §3.1.8). */
async function open(runner: CommandRunner, command: ImapCommand, signal: AbortSignal): Promise<void> {
  const asksModSeqs = command.name === 'SELECT' && runner.capabilities.has('CONDSTORE');
  const parameters = asksModSeqs ? [[atom('CONDSTORE')]] : [];
  try {
    await runner.run({ ...command, arguments: [...command.arguments, ...parameters] }, signal);
  } catch (error) {
    // Some servers announce it and then do not know it.
    if (!asksModSeqs || !isBad(error)) throw error;
    await runner.run(command, signal);
  }
}

function readCodes(codes: ReadonlyMap<string, TokenNode>): Omit<OpenedMailbox, 'name' | 'mode'> {
  const flags = codes.get('PERMANENTFLAGS');
  return {
    uidValidity: nodeNumber(codes.get('UIDVALIDITY')) ?? 0,
    uidNext: nodeNumber(codes.get('UIDNEXT')) ?? 1,
    hasModSeqs: nodeNumber(codes.get('HIGHESTMODSEQ')) !== undefined,
    permanentFlags: isList(flags) ? new Set(flags.map(keyword)) : null,
  };
}

/** True for a refusal that means that there is no such mailbox: most servers say a bare NO, without [NONEXISTENT]. */
function isMailboxMissing(error: unknown): boolean {
  return (
    error instanceof MailError &&
    error.code !== 'rate-limited' &&
    isRefused(error) &&
    !OTHER_REASONS.has(responseCode(error) ?? '')
  );
}

/** The failure for a mailbox name that the server does not have. */
export function mailboxUnknown(cause: unknown): MailError {
  return new MailError('mailbox-unknown', { detail: 'There is no such folder.' }, { cause });
}
