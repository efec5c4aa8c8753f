/** UNSELECT: leaves the mailbox, and removes nothing (RFC 3691, RFC 9051 §6.4.2). */
import type { CommandRunner } from '../connection/command.ts';
import { budgetFor } from './command-budget.ts';

/** Leaves the selected mailbox as it is. Needs UNSELECT or IMAP4rev2. */
export async function unselect(runner: CommandRunner, signal: AbortSignal): Promise<void> {
  await runner.run(
    {
      name: 'UNSELECT',
      parts: ['UNSELECT'],
      budget: budgetFor(1, 0),
      concurrency: 'alone',
      onOk: () => {
        runner.selected = null;
      },
    },
    signal,
  );
}
