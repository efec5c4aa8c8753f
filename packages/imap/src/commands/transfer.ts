import type { CommandRunner } from '../connection/command.ts';
import type { ResponseCode } from '../responses/response.ts';
import { toAstring } from '../wire/command-text.ts';
import type { MessageSet } from '../wire/message-set.ts';
import type { NumberSet } from '../wire/number-set.ts';
import { budgetFor } from './command-budget.ts';

/** Messages and target. */
export interface TransferRequest {
  readonly messages: MessageSet;
  readonly isUid: boolean;
  readonly mailbox: string;
}

/** UIDPLUS, RFC 4315 §3. */
export interface CopiedMessages {
  readonly uidValidity: number;
  /** In the order of `targets`. */
  readonly sources: NumberSet;
  readonly targets: NumberSet;
}

const OCTETS_PER_MESSAGE = 64;

/** COPY (RFC 9051 §6.4.7). */
export function copy(
  runner: CommandRunner,
  request: TransferRequest,
  signal: AbortSignal,
): Promise<readonly CopiedMessages[]> {
  return transfer(runner, { ...request, command: 'COPY' }, signal);
}

/** MOVE (RFC 9051 §6.4.8). Needs MOVE. */
export function move(
  runner: CommandRunner,
  request: TransferRequest,
  signal: AbortSignal,
): Promise<readonly CopiedMessages[]> {
  return transfer(runner, { ...request, command: 'MOVE' }, signal);
}

async function transfer(
  runner: CommandRunner,
  { messages, isUid, mailbox, command }: TransferRequest & { readonly command: 'COPY' | 'MOVE' },
  signal: AbortSignal,
): Promise<readonly CopiedMessages[]> {
  const copied: CopiedMessages[] = [];
  // Untagged for MOVE, tagged for COPY.
  const takeCode = (code: ResponseCode | null): boolean => {
    if (code?.name !== 'COPYUID' || !('sources' in code)) return false;
    copied.push(code);
    return true;
  };
  const name = isUid ? `UID ${command}` : command;
  const { code } = await runner.run(
    {
      name,
      parts: [`${name} ${messages.text} `, toAstring(mailbox)],
      budget: budgetFor(messages.size, OCTETS_PER_MESSAGE),
      concurrency: 'alone',
      onResponse: (response) => response.kind === 'status' && takeCode(response.code),
    },
    signal,
  );
  takeCode(code);
  return copied;
}
