/** SELECT and EXAMINE: open a mailbox (RFC 9051 §6.3.2, §6.3.3). */
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

/** Which mailbox, and how it is opened. */
export interface SelectRequest {
  /** The encoded name, as in `MailboxName.raw`. */
  readonly mailbox: string;
  /** True for EXAMINE, which leaves \Recent and all else as it is. */
  readonly isReadOnly: boolean;
  /** Requests mod-sequences, which some servers send only then (RFC 7162 §3.1.8). */
  readonly asksModSeqs?: boolean;
  /** Asks for what has changed since the mailbox was open last. Needs QRESYNC, which must be enabled. */
  readonly resync?: Resync;
}

/** What the client remembers of the mailbox (QRESYNC, RFC 7162 §3.2.5). */
export interface Resync {
  readonly uidValidity: number;
  /** The highest mod-sequence that the client knows. */
  readonly modSeq: bigint;
  /** The uids that it knows; all below UIDNEXT when left out. */
  readonly knownUids?: MessageSet;
  /** Called for each response with uids that are gone. Not called where `uidValidity` is no longer that of the mailbox. */
  readonly onVanished: (response: VanishedResponse) => void;
  /** Called for each message whose flags have changed, or that is new, with its uid, flags and mod-sequence. */
  readonly onChanged: (message: FetchResponse) => void;
}

/** The mailbox as the server describes it. Members that the server did not send are null. */
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

/** Messages whose flags may have changed, and what one of them costs. */
const MAX_CHANGES = 1_000_000;
const OCTETS_PER_CHANGE = 1024;

type Opening = { -readonly [Member in keyof OpenedMailbox]: OpenedMailbox[Member] };

/** Opens the mailbox. After a refusal no mailbox is selected. */
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

/** Takes the responses about changes since the mailbox was open last. */
class ChangesSince {
  readonly #resync: Resync | undefined;
  /** False while responses may still be about the mailbox that was selected before (RFC 7162 §3.2.11). */
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

/** True for CLOSED, and for UIDVALIDITY of servers that leave it out. */
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
