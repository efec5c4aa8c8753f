import type { CommandRunner } from '../connection/command.ts';
import type { QuotaResponse } from '../responses/response.ts';
import { toAstring } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';

/** GETQUOTAROOT, by encoded name (RFC 9208 §4.1.2). Needs QUOTA. */
export async function quotaOf(
  runner: CommandRunner,
  mailbox: string,
  signal: AbortSignal,
): Promise<readonly QuotaResponse[]> {
  const quotas: QuotaResponse[] = [];
  await runner.run(
    {
      name: 'GETQUOTAROOT',
      parts: ['GETQUOTAROOT ', toAstring(mailbox)],
      budget: budgetFor(1, 0),
      concurrency: 'one GETQUOTAROOT',
      onResponse: (response) => {
        if (response.kind === 'quota') quotas.push(response);
        return response.kind === 'quota' || response.kind === 'quota-root';
      },
    },
    signal,
  );
  return quotas;
}
