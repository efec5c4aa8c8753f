import type { CommandRunner, SelectedMailbox } from '../connection/command.ts';
import type {
  FetchResponse,
  ResponseCode,
  UntaggedResponse,
  VanishedResponse,
} from '../responses/response.ts';
import { toAstring } from '../wire/command-text.ts';
import type { MessageSet } from '../wire/message-set.ts';
import { budgetFor } from './command-budget.ts';

/** A mailbox to open. */
export interface SelectRequest {
  readonly mailbox: string;
  /** EXAMINE, which leaves \Recent unchanged. */
  readonly isReadOnly: boolean;
  /** Some servers send mod-sequences only on request (RFC 7162 §3.1.8). */
  readonly asksModSeqs?: boolean;
  /** Needs QRESYNC enabled. */
  readonly resync?: Resync;
}

/** The client's last state (QRESYNC, RFC 7162 §3.2.5). */
export interface Resync {
  readonly uidValidity: number;
  readonly modSeq: bigint;
  /** All below UIDNEXT by default. */
  readonly knownUids?: MessageSet;
  /** Not called if `uidValidity` changed. */
  readonly onVanished: (response: VanishedResponse) => void;
  /** Receives uid, flags and mod-sequence. */
  readonly onChanged: (message: FetchResponse) => void;
}

/** Null: not sent. */
export interface OpenedMailbox {
  readonly rawName: string;
  readonly isReadOnly: boolean;
  readonly exists: number;
  readonly uidValidity: number | null;
  readonly uidNext: number | null;
  readonly highestModSeq: bigint | null;
  readonly flags: readonly string[];
  readonly permanentFlags: readonly string[] | null;
  readonly mailboxId: string | null;
}

const MAX_CHANGES = 1_000_000;
const OCTETS_PER_CHANGE = 1024;

type Opening = { -readonly [Member in keyof OpenedMailbox]: OpenedMailbox[Member] };

/** SELECT or EXAMINE (RFC 9051 §6.3.2, §6.3.3). A refusal leaves none selected. */
export async function select(
  runner: CommandRunner,
  request: SelectRequest,
  signal: AbortSignal,
): Promise<OpenedMailbox> {
  const { mailbox, isReadOnly } = request;
  const name = isReadOnly ? 'EXAMINE' : 'SELECT';
  const opening = beginOpening(request);
  const changes = new ChangesSince(request.resync, { hadMailbox: runner.selected !== null });
  runner.selected = null;
  await runner.run(
    {
      name,
      parts: [`${name} `, toAstring(mailbox), parameters(request)],
      budget: budgetFor(request.resync ? MAX_CHANGES : 0, OCTETS_PER_CHANGE),
      concurrency: 'alone beside ID',
      onResponse: (response) => changes.take(response) || take(opening, response),
      onOk: ({ code }) => {
        if (code?.name === 'READ-ONLY') opening.isReadOnly = true;
        runner.selected = toSelected(opening);
      },
    },
    signal,
  );
  return opening;
}

function toSelected({ rawName, isReadOnly, exists, uidValidity }: Opening): SelectedMailbox {
  return { rawName, isReadOnly, exists, uidValidity: uidValidity ?? 0 };
}

function parameters({ asksModSeqs = false, resync }: SelectRequest): string {
  if (resync === undefined) return asksModSeqs ? ' (CONDSTORE)' : '';
  const { uidValidity, modSeq, knownUids } = resync;
  return ` (QRESYNC (${uidValidity} ${modSeq}${knownUids ? ` ${knownUids.text}` : ''}))`;
}

class ChangesSince {
  readonly #resync: Resync | undefined;
  /** Earlier responses may be about the previous mailbox (RFC 7162 §3.2.11). */
  #isAboutMailbox: boolean;

  constructor(resync: Resync | undefined, { hadMailbox }: { readonly hadMailbox: boolean }) {
    this.#resync = resync;
    this.#isAboutMailbox = !hadMailbox;
  }

  take(response: UntaggedResponse): boolean {
    if (response.kind === 'status') this.#isAboutMailbox ||= isBeginning(response.code);
    if (this.#resync === undefined || !this.#isAboutMailbox) return false;
    if (response.kind === 'vanished' && response.isEarlier) this.#resync.onVanished(response);
    else if (response.kind === 'fetch' && response.uid !== undefined) this.#resync.onChanged(response);
    else return false;
    return true;
  }
}

/** CLOSED, or UIDVALIDITY from servers that omit it. */
function isBeginning(code: ResponseCode | null): boolean {
  return code?.name === 'CLOSED' || code?.name === 'UIDVALIDITY';
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
