/** SELECT and EXAMINE: open a mailbox (RFC 9051 §6.3.2, §6.3.3). */
import type { CommandRunner } from '../connection/command.ts';
import type { ResponseCode, UntaggedResponse } from '../responses/response.ts';
import { toAstring } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';

export interface SelectRequest {
  /** The encoded name, as in `MailboxName.raw`. */
  readonly mailbox: string;
  /** True for EXAMINE, which leaves \Recent and all else as it is. */
  readonly isReadOnly: boolean;
  /** Asks for mod-sequences, which some servers tell only then (RFC 7162 §3.1.8). */
  readonly asksModSeqs?: boolean;
}

/** The mailbox as the server describes it. Members that the server did not tell are null. */
export interface OpenedMailbox {
  readonly rawName: string;
  readonly isReadOnly: boolean;
  readonly exists: number;
  readonly uidValidity: number | null;
  readonly uidNext: number | null;
  /** Null also where the mailbox keeps no mod-sequences. */
  readonly highestModSeq: bigint | null;
  readonly flags: readonly string[];
  /** Flags that can be changed for good. */
  readonly permanentFlags: readonly string[] | null;
  readonly mailboxId: string | null;
}

type Opening = { -readonly [Member in keyof OpenedMailbox]: OpenedMailbox[Member] };

/** Opens the mailbox. After a refusal no mailbox is selected. */
export async function select(
  runner: CommandRunner,
  request: SelectRequest,
  signal: AbortSignal,
): Promise<OpenedMailbox> {
  const { mailbox, isReadOnly, asksModSeqs = false } = request;
  const name = isReadOnly ? 'EXAMINE' : 'SELECT';
  const opening = beginOpening(request);
  runner.selected = null;
  const { code } = await runner.run(
    {
      name,
      parts: [`${name} `, toAstring(mailbox), asksModSeqs ? ' (CONDSTORE)' : ''],
      budget: budgetFor(0, 0),
      concurrency: 'alone',
      onResponse: (response) => take(opening, response),
    },
    signal,
  );
  if (code?.name === 'READ-ONLY') opening.isReadOnly = true;
  const { exists, uidValidity } = opening;
  runner.selected = {
    rawName: mailbox,
    isReadOnly: opening.isReadOnly,
    exists,
    uidValidity: uidValidity ?? 0,
  };
  return opening;
}

function beginOpening({ mailbox, isReadOnly }: SelectRequest): Opening {
  return {
    rawName: mailbox,
    isReadOnly,
    exists: 0,
    uidValidity: null,
    uidNext: null,
    highestModSeq: null,
    flags: [],
    permanentFlags: null,
    mailboxId: null,
  };
}

function take(opening: Opening, response: UntaggedResponse): boolean {
  switch (response.kind) {
    case 'exists':
      opening.exists = response.number;
      return true;
    case 'flags':
      opening.flags = response.flags;
      return true;
    case 'recent':
      return true;
    case 'status':
      return response.status === 'OK' && takeCode(opening, response.code);
    default:
      return false;
  }
}

function takeCode(opening: Opening, code: ResponseCode | null): boolean {
  if (code === null) return false;
  if ('number' in code) takeNumber(opening, code);
  else if ('modSeq' in code) opening.highestModSeq = code.modSeq;
  else if ('flags' in code) opening.permanentFlags = code.flags;
  else if ('id' in code) opening.mailboxId = code.id;
  return true;
}

function takeNumber(
  opening: Opening,
  { name, number }: { readonly name: 'UIDVALIDITY' | 'UIDNEXT' | 'UNSEEN'; readonly number: number },
): void {
  if (name === 'UIDVALIDITY') opening.uidValidity = number;
  if (name === 'UIDNEXT') opening.uidNext = number;
}
