/** EXAMINE: opens a mailbox without changing it (RFC 9051 §6.3.3). */
import { MailError } from '../../../domain/mail-error.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { isRefused, responseCode } from '../imap-errors.ts';
import { encodeMailboxName } from '../mailbox-name-coding.ts';
import { keyword, nodeNumber, type Token, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';

export interface ExaminedMailbox {
  readonly name: MailboxName;
  readonly uidValidity: number;
}

/** Answers to EXAMINE that do not say that the mailbox is missing. */
const OTHER_REASONS = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'NOPERM', 'SERVERBUG', 'CONTACTADMIN']);

/** Opens the mailbox for reading. Throws `mailbox-unknown` when the server has none of that name. */
export async function examine(
  runner: CommandRunner,
  name: MailboxName,
  signal: AbortSignal,
): Promise<ExaminedMailbox> {
  let uidValidity = 0;
  const readCode = (response: UntaggedResponse) => {
    uidValidity = responseCodeNumber(response, 'UIDVALIDITY') ?? uidValidity;
  };
  try {
    await runner.run(
      { name: 'EXAMINE', arguments: [text(encodeMailboxName(name))], untagged: { OK: readCode } },
      signal,
    );
  } catch (error) {
    throw isMissing(error) ? mailboxUnknown(error) : error;
  }
  return { name, uidValidity };
}

/** Most servers refuse an unknown mailbox with a bare NO, without [NONEXISTENT]. */
function isMissing(error: unknown): boolean {
  const cause = error instanceof MailError ? error.cause : undefined;
  return (
    error instanceof MailError &&
    error.code !== 'rate-limited' &&
    isRefused(cause) &&
    !OTHER_REASONS.has(responseCode(cause) ?? '')
  );
}

function mailboxUnknown(cause: unknown): MailError {
  return new MailError('mailbox-unknown', { detail: 'There is no such folder.' }, { cause });
}

function responseCodeNumber(response: UntaggedResponse, name: string): number | undefined {
  const section = (response.attributes[0] as Token | null | undefined)?.section;
  return keyword(section?.[0]) === name ? nodeNumber(section?.[1]) : undefined;
}
