/** EXAMINE and SELECT: open a mailbox for reading, or for changing it (RFC 9051 §6.3.2, §6.3.3). */
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { isRefused, responseCode } from '../imap-errors.ts';
import { encodeMailboxName } from '../mailbox-name-coding.ts';
import { keyword, nodeNumber, type Token, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

/** How a mailbox is open. EXAMINE changes nothing; SELECT takes \Recent from the messages. */
export type OpenMode = 'EXAMINE' | 'SELECT';

export interface OpenedMailbox {
  readonly name: MailboxName;
  readonly mode: OpenMode;
  readonly uidValidity: number;
  /** The next uid when it was opened; 1 when the server did not tell. */
  readonly uidNext: number;
}

/** Answers that do not say that the mailbox is missing. */
const OTHER_REASONS = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'NOPERM', 'SERVERBUG', 'CONTACTADMIN']);

/** Opens the mailbox. Throws `mailbox-unknown` when the server has none of that name. */
export async function openMailbox(
  runner: CommandRunner,
  { name, mode }: Pick<OpenedMailbox, 'name' | 'mode'>,
  signal: AbortSignal,
): Promise<OpenedMailbox> {
  let uidValidity = 0;
  let uidNext = 1;
  const readCode = (response: UntaggedResponse) => {
    uidValidity = responseCodeNumber(response, 'UIDVALIDITY') ?? uidValidity;
    uidNext = responseCodeNumber(response, 'UIDNEXT') ?? uidNext;
  };
  try {
    await runner.run(
      { name: mode, arguments: [text(encodeMailboxName(name))], untagged: { OK: readCode } },
      signal,
    );
  } catch (error) {
    throw isMailboxMissing(error) ? mailboxUnknown(error) : error;
  }
  return { name, mode, uidValidity, uidNext };
}

/** True for a refusal that means that there is no such mailbox: most servers say a bare NO, without [NONEXISTENT]. */
export function isMailboxMissing(error: unknown): boolean {
  const cause = error instanceof MailError ? error.cause : undefined;
  return (
    error instanceof MailError &&
    error.code !== 'rate-limited' &&
    isRefused(cause) &&
    !OTHER_REASONS.has(responseCode(cause) ?? '')
  );
}

/** The failure for a mailbox name that the server does not have. */
export function mailboxUnknown(cause: unknown): MailError {
  return new MailError('mailbox-unknown', { detail: 'There is no such folder.' }, { cause });
}

function responseCodeNumber(response: UntaggedResponse, name: string): number | undefined {
  const section = (response.attributes[0] as Token | null | undefined)?.section;
  return keyword(section?.[0]) === name ? nodeNumber(section?.[1]) : undefined;
}
