/** CLOSE: leaves the mailbox, and removes what is marked \Deleted (RFC 9051 §6.4.1). */
import type { CommandRunner } from '../connection/command.ts';
import { budgetFor } from './command-budget.ts';

/**
 * Leaves the selected mailbox. Where it was selected with SELECT, all messages that are marked \Deleted are removed, those marked by
 * others too; `unselect` removes none.
 */
export async function close(runner: CommandRunner, signal: AbortSignal): Promise<void> {
  await runner.run(
    {
      name: 'CLOSE',
      parts: ['CLOSE'],
      budget: budgetFor(1, 0),
      concurrency: 'alone',
      onOk: () => {
        runner.selected = null;
      },
    },
    signal,
  );
}
