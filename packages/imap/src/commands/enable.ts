import type { CommandRunner } from '../connection/command.ts';
import { toAtom } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';

/** IMAP4REV2 and UTF8=ACCEPT make mailbox names UTF-8. */
export type Enableable = 'CONDSTORE' | 'QRESYNC' | 'UTF8=ACCEPT' | 'IMAP4REV2';

/** ENABLE before SELECT (RFC 5161 §3.1). Returns new extensions in upper case. */
export async function enable(
  runner: CommandRunner,
  extensions: readonly Enableable[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const enabled: string[] = [];
  await runner.run(
    {
      name: 'ENABLE',
      parts: [`ENABLE ${extensions.map(toAtom).join(' ')}`],
      budget: budgetFor(1, 0),
      concurrency: 'alone',
      onResponse: (response) => {
        if (response.kind !== 'enabled') return false;
        enabled.push(...response.capabilities);
        return true;
      },
    },
    signal,
  );
  return enabled;
}
