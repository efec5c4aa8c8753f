import type { CommandRunner } from '../connection/command.ts';
import { toAstring } from '../wire/command-text.ts';
import { type AppendedMessage, type AppendRequest, appendedMessage, messageParts } from './append.ts';
import { budgetFor, deadlineFor } from './command-budget.ts';

/** A message's replacement in the selected mailbox. */
export interface ReplaceRequest extends AppendRequest {
  readonly replaced: number;
  readonly isUid: boolean;
}

const OCTETS_PER_MESSAGE = 4096;

/** REPLACE (RFC 8508). LiteralFailed and NO leave the mailbox unchanged. Needs REPLACE. */
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
      // The uid precedes the EXPUNGE (RFC 8508 §4.3).
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
