import type { CommandRunner } from '../connection/command.ts';
import type { NamespaceResponse } from '../responses/response.ts';
import { budgetFor } from './command-budget.ts';

/** NAMESPACE (RFC 9051 §6.3.10); null if not sent. Needs NAMESPACE or IMAP4rev2. */
export async function namespace(
  runner: CommandRunner,
  signal: AbortSignal,
): Promise<NamespaceResponse | null> {
  let told: NamespaceResponse | null = null;
  await runner.run(
    {
      name: 'NAMESPACE',
      parts: ['NAMESPACE'],
      budget: budgetFor(1, 0),
      concurrency: 'one NAMESPACE',
      onResponse: (response) => {
        if (response.kind !== 'namespace') return false;
        told = response;
        return true;
      },
    },
    signal,
  );
  return told;
}
