import type { CommandRunner } from '../connection/command.ts';
import type { Thread } from '../responses/response.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { budgetForNumbers } from './command-budget.ts';

/** Criteria and algorithm (RFC 5256 §3). */
export interface ThreadRequest {
  readonly algorithm: 'REFERENCES' | 'ORDEREDSUBJECT' | 'REFS';
  readonly keys: readonly CommandPart[];
  readonly isUid: boolean;
  /** Only conversations with this number: all need much memory. */
  readonly containing?: number;
}

/** THREAD (RFC 5256 §3). */
export async function thread(
  runner: CommandRunner,
  { algorithm, keys, isUid, containing }: ThreadRequest,
  signal: AbortSignal,
): Promise<readonly Thread[]> {
  let threads: readonly Thread[] = [];
  const name = isUid ? 'UID THREAD' : 'THREAD';
  await runner.run(
    {
      name,
      parts: [`${name} ${algorithm} UTF-8 `, ...keys],
      budget: budgetForNumbers(runner),
      concurrency: 'one THREAD',
      onResponse: (response) => {
        if (response.kind !== 'thread') return false;
        threads =
          containing === undefined
            ? response.threads
            : response.threads.filter((each) => threadNumbers(each).includes(containing));
        return true;
      },
    },
    signal,
  );
  return threads;
}

/** Unordered. */
export function threadNumbers(conversation: Thread): readonly number[] {
  const numbers: number[] = [];
  const pending: Thread[] = [conversation];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const number of next.numbers) if (number !== 0) numbers.push(number);
    for (const branch of next.branches) pending.push(branch);
  }
  return numbers;
}
