import type { CommandRunner } from '../connection/command.ts';
import { ProtocolViolation } from '../errors.ts';
import { budgetFor } from './command-budget.ts';

/** CAPABILITY (RFC 9051 §6.1.1), in upper case. Throws ProtocolViolation for no answer. */
export async function capability(runner: CommandRunner, signal: AbortSignal): Promise<readonly string[]> {
  let told: readonly string[] | undefined;
  await runner.run(
    {
      name: 'CAPABILITY',
      parts: ['CAPABILITY'],
      budget: budgetFor(1, 0),
      concurrency: 'one CAPABILITY',
      onResponse: (response) => {
        if (response.kind !== 'capability') return false;
        told = response.capabilities;
        return true;
      },
    },
    signal,
  );
  if (told === undefined) throw new ProtocolViolation('The server told no capabilities.');
  return told;
}
