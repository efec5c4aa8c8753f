import type { CommandRunner } from '../connection/command.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { toAstring } from '../wire/command-text.ts';
import { type AppendedMessage, appendedMessage, type MessageToAppend, messageParts } from './append.ts';
import { budgetFor, deadlineFor } from './command-budget.ts';

/** Messages for one mailbox. */
export interface AppendManyRequest {
  readonly mailbox: string;
  readonly messages: readonly MessageToAppend[];
}

/** MULTIAPPEND (RFC 3502): all or none. Throws LiteralFailed, and TypeError for no messages. */
export async function appendMany(
  runner: CommandRunner,
  { mailbox, messages }: AppendManyRequest,
  signal: AbortSignal,
): Promise<AppendedMessage | null> {
  if (messages.length === 0) throw new TypeError('There is no message to append.');
  const parts: CommandPart[] = ['APPEND ', toAstring(mailbox)];
  for (const message of messages) parts.push(...messageParts(message, runner));
  const octets = messages.reduce((sum, { message }) => sum + message.length, 0);
  const { code } = await runner.run(
    {
      name: 'APPEND',
      parts,
      budget: { ...budgetFor(messages.length, 0), deadlineMs: deadlineFor(octets) },
      concurrency: 'alone',
    },
    signal,
  );
  return appendedMessage(code);
}
