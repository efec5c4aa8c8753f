/** ENABLE: switches extensions on that change what the server sends (RFC 5161, RFC 9051 §6.3.1). */
import type { CommandRunner } from '../connection/command.ts';
import { toAtom } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';

/** What servers of today let be enabled. IMAP4REV2 and UTF8=ACCEPT make mailbox names UTF-8. */
export type Enableable = 'CONDSTORE' | 'QRESYNC' | 'UTF8=ACCEPT' | 'IMAP4REV2';

/**
 * Asks for extensions, before a mailbox is selected (RFC 5161 §3.1). Returns those that the server has switched on, upper case: it
 * ignores the ones that it does not know, and need not repeat those that were on before. `CommandRunner.enabled` has all of them.
 */
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
