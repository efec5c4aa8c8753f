import type { CommandRunner } from '../connection/command.ts';
import { budgetFor } from './command-budget.ts';

/** CLOSE (RFC 9051 §6.4.1): after SELECT, removes messages marked \Deleted. */
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
