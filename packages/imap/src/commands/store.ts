import type { CommandRunner } from '../connection/command.ts';
import type { FetchResponse, TaggedResponse } from '../responses/response.ts';
import { toFlagList } from '../wire/command-text.ts';
import type { MessageSet } from '../wire/message-set.ts';
import type { NumberSet } from '../wire/number-set.ts';
import { budgetFor, RESPONSES_PER_MESSAGE } from './command-budget.ts';

/** Messages and flag change. */
export interface StoreRequest {
  readonly messages: MessageSet;
  readonly isUid: boolean;
  /** Add, remove, or replace all. */
  readonly operation: '+' | '-' | '';
  readonly flags: readonly string[];
  /** Sends .SILENT. */
  readonly isSilent: boolean;
  /** Needs CONDSTORE. */
  readonly unchangedSince?: bigint;
  /** A batch's FETCH and STORE are sent together, in order. */
  readonly batch?: symbol;
}

/** STORE's outcome. */
export interface StoreResult {
  /** Some may have another cause. */
  readonly messages: readonly FetchResponse[];
  /** Changed since: skipped; null for none. */
  readonly modified: NumberSet | null;
}

const OCTETS_PER_MESSAGE = 4096;

/** STORE (RFC 9051 §6.4.6), conditional with CONDSTORE (RFC 7162 §3.1.3). */
export async function store(
  runner: CommandRunner,
  { messages, isUid, operation, flags, isSilent, unchangedSince, batch }: StoreRequest,
  signal: AbortSignal,
): Promise<StoreResult> {
  const told: FetchResponse[] = [];
  const name = isUid ? 'UID STORE' : 'STORE';
  const condition = unchangedSince === undefined ? '' : `(UNCHANGEDSINCE ${unchangedSince}) `;
  const item = `${operation}FLAGS${isSilent ? '.SILENT' : ''}`;
  const { code } = await runner.run(
    {
      name,
      parts: [`${name} ${messages.text} ${condition}${item} ${toFlagList(flags)}`],
      budget: budgetFor(RESPONSES_PER_MESSAGE * messages.size, OCTETS_PER_MESSAGE),
      concurrency: 'one FETCH',
      ...(batch && { batch }),
      onResponse: (response) => {
        if (response.kind !== 'fetch') return false;
        const number = isUid ? response.uid : response.sequenceNumber;
        if (number === undefined || !messages.has(number)) return false;
        told.push(response);
        return true;
      },
    },
    signal,
  );
  return { messages: told, modified: modifiedNumbers(code) };
}

function modifiedNumbers(code: TaggedResponse['code']): NumberSet | null {
  return code?.name === 'MODIFIED' && 'numbers' in code ? code.numbers : null;
}
