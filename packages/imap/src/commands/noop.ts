import type { CommandRunner } from '../connection/command.ts';
import { budgetForNumbers } from './command-budget.ts';

/** NOOP (RFC 9051 §6.1.2): changes go to the connection's listener. */
export async function noop(runner: CommandRunner, signal: AbortSignal): Promise<void> {
  const budget = { octets: budgetForNumbers(runner).octets * 8, responses: Number.POSITIVE_INFINITY };
  await runner.run({ name: 'NOOP', parts: ['NOOP'], budget, concurrency: 'shared' }, signal);
}
