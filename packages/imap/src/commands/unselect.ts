import type { CommandRunner } from '../connection/command.ts';
import { budgetFor } from './command-budget.ts';

/** UNSELECT (RFC 9051 §6.4.2): removes no messages. Needs UNSELECT or IMAP4rev2. */
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
