/** COPY and MOVE (RFC 9051 §6.4.7, §6.4.8; RFC 6851). */
import type { CommandRunner } from '../connection/command.ts';
import type { ResponseCode } from '../responses/response.ts';
import { toAstring } from '../wire/command-text.ts';
import type { MessageSet } from '../wire/message-set.ts';
import type { NumberSet } from '../wire/number-set.ts';
import { budgetFor } from './command-budget.ts';

/** Which messages, and where they go. */
export interface TransferRequest {
  readonly messages: MessageSet;
  readonly isUid: boolean;
  /** The encoded name of the target. */
  readonly mailbox: string;
}

/** Which uids the messages have in the target (UIDPLUS, RFC 4315 §3). */
export interface CopiedMessages {
  readonly uidValidity: number;
  /** In the order of `targets`, one by one. */
  readonly sources: NumberSet;
  readonly targets: NumberSet;
}

/** Octets of the EXPUNGE responses of one message. */
const OCTETS_PER_MESSAGE = 64;

/** Copies the messages that exist; returns their new uids where the server reports them. */
export function copy(
  runner: CommandRunner,
  request: TransferRequest,
  signal: AbortSignal,
): Promise<readonly CopiedMessages[]> {
  return transfer(runner, { ...request, command: 'COPY' }, signal);
}

/** Moves the messages that exist; returns their new uids where the server reports them. Needs MOVE. */
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
  // MOVE reports them in untagged OKs, COPY in the tagged one.
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
