/** STORE and UID STORE: change flags (RFC 9051 §6.4.6), under a condition where the server has CONDSTORE (RFC 7162 §3.1.3). */
import type { CommandRunner } from '../connection/command.ts';
import type { FetchResponse, TaggedResponse } from '../responses/response.ts';
import { toFlagList } from '../wire/command-text.ts';
import type { MessageSet } from '../wire/message-set.ts';
import type { NumberSet } from '../wire/number-set.ts';
import { budgetFor, RESPONSES_PER_MESSAGE } from './command-budget.ts';

/** How the flags of which messages change. */
export interface StoreRequest {
  readonly messages: MessageSet;
  readonly isUid: boolean;
  /** Adds, removes, or replaces all flags. */
  readonly operation: '+' | '-' | '';
  /** Such as `\Seen`. */
  readonly flags: readonly string[];
  /** True: the server need not return the new flags (.SILENT). */
  readonly isSilent: boolean;
  /** Only messages that were not changed since. */
  readonly unchangedSince?: bigint;
  /** FETCH and STORE of one batch are in flight together; the server runs them in their order (RFC 9051 §5.5). */
  readonly batch?: symbol;
}

/** What has become of the messages. */
export interface StoreResult {
  /** The FETCH data that arrived during the command; some of it may have another cause. */
  readonly messages: readonly FetchResponse[];
  /** The messages that were left as they are because they were changed since; null where there are none. */
  readonly modified: NumberSet | null;
}

/** Flags of one message in a FETCH response. */
const OCTETS_PER_MESSAGE = 4096;

/** Changes the flags of the messages that exist. */
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
