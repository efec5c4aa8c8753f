/** REPLACE and UID REPLACE: stores a message and removes the one that it replaces, in one step (RFC 8508). */
import type { CommandRunner } from '../connection/command.ts';
import { toAstring } from '../wire/command-text.ts';
import { type AppendedMessage, type AppendRequest, appendedMessage, messageParts } from './append.ts';
import { budgetFor, deadlineFor } from './command-budget.ts';

/** The new message, and what it replaces in the selected mailbox. */
export interface ReplaceRequest extends AppendRequest {
  /** The message that goes, by its uid where `isUid` is true. */
  readonly replaced: number;
  readonly isUid: boolean;
}

/** Octets of the EXISTS, EXPUNGE and FETCH responses of two messages. */
const OCTETS_PER_MESSAGE = 4096;

/**
 * Replaces the message; returns the uid of the new one where the server reports it. After NO neither was changed (RFC 8508 §3.3). Throws
 * LiteralFailed when the source fails: nothing is changed then. Needs REPLACE.
 */
export async function replace(
  runner: CommandRunner,
  { replaced, isUid, mailbox, ...message }: ReplaceRequest,
  signal: AbortSignal,
): Promise<AppendedMessage | null> {
  const name = isUid ? 'UID REPLACE' : 'REPLACE';
  let appended: AppendedMessage | null = null;
  const { code } = await runner.run(
    {
      name,
      parts: [`${name} ${replaced} `, toAstring(mailbox), ...messageParts(message, runner)],
      budget: { ...budgetFor(2, OCTETS_PER_MESSAGE), deadlineMs: deadlineFor(message.message.length) },
      concurrency: 'alone',
      // RFC 8508 §3.4: the uid comes before the EXPUNGE of the old message.
      onResponse: (response) => {
        const told = response.kind === 'status' ? appendedMessage(response.code) : null;
        appended = told ?? appended;
        return told !== null;
      },
    },
    signal,
  );
  return appendedMessage(code) ?? appended;
}
