import type { CommandRunner } from '../connection/command.ts';
import type { MessageSet } from '../wire/message-set.ts';
import { budgetFor } from './command-budget.ts';

const OCTETS_PER_MESSAGE = 64;

/** UID EXPUNGE (RFC 9051 §6.4.9): removes those marked \Deleted. Needs UIDPLUS or IMAP4rev2. */
export async function uidExpunge(
  runner: CommandRunner,
  messages: MessageSet,
  signal: AbortSignal,
): Promise<void> {
  await runner.run(
    {
      name: 'UID EXPUNGE',
      parts: [`UID EXPUNGE ${messages.text}`],
      budget: budgetFor(messages.size, OCTETS_PER_MESSAGE),
      concurrency: 'alone',
    },
    signal,
  );
}
