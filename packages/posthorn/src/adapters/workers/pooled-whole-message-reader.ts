/** Reads whole messages: small ones at once, others in worker threads. */
import type {
  WholeMessageAnswer,
  WholeMessageQuestion,
  WholeMessageReader,
  WholeMessageRequest,
} from '../../application/ports/whole-message-reader.ts';
import { MailError } from '../../domain/mail-error.ts';
import { openWholeMessage } from '../../message/whole-message.ts';
import { answerWholeMessage } from './answer-whole-message.ts';
import { toOwnMemory } from './sent-octets.ts';
import { startWorker } from './start-worker.ts';
import { WorkerFailure } from './worker-failure.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

/** Parsing this much takes some milliseconds, less than a transfer to a thread and back. */
const MAX_OCTETS_AT_ONCE = 64 * 1024;
/** Parts cost more than octets. */
const LIMITS_AT_ONCE = { maxDepth: 100, maxParts: 200 };
/** A tenth of it is enough for the largest messages that are no attack. */
const DEFAULTS: WorkerPoolOptions = {
  start: startWorker,
  maxWorkers: 2,
  maxWaiting: 32,
  deadlineMs: 5_000,
  idleMs: 30_000,
};
const RETRY_AFTER_SECONDS = 5;

/** Close it when it is no longer needed. */
export interface PooledWholeMessageReader extends WholeMessageReader {
  close(): Promise<void>;
}

/** A reader with up to two threads of its own, which start with the first message that needs them. */
export function createWholeMessageReader(options: Partial<WorkerPoolOptions> = {}): PooledWholeMessageReader {
  const pool = new WorkerPool({ ...DEFAULTS, ...options });
  return {
    async read<Name extends keyof WholeMessageRequest>(
      { octets, request }: WholeMessageQuestion<Name>,
      signal: AbortSignal,
    ) {
      const answer = readAtOnce(octets, request) ?? (await readInThread(pool, { octets, request }, signal));
      return answer as Pick<WholeMessageAnswer, Name>;
    },
    close: () => pool.close(),
  };
}

/** Undefined for a message that would hold the event loop. */
function readAtOnce(
  octets: Uint8Array,
  request: Partial<WholeMessageRequest>,
): Partial<WholeMessageAnswer> | undefined {
  if (octets.length > MAX_OCTETS_AT_ONCE) return undefined;
  const message = openWholeMessage(octets, LIMITS_AT_ONCE);
  return message.isTruncated ? undefined : answerWholeMessage(message, request);
}

async function readInThread(
  pool: WorkerPool,
  { octets, request }: { octets: Uint8Array; request: Partial<WholeMessageRequest> },
  signal: AbortSignal,
): Promise<Partial<WholeMessageAnswer>> {
  const own = toOwnMemory(octets);
  try {
    return await pool.do({ name: 'whole-message', input: { octets: own, request } }, [own.buffer], signal);
  } catch (error) {
    throw error instanceof WorkerFailure ? toMailError(error) : error;
  }
}

function toMailError(cause: WorkerFailure): MailError {
  if (cause.kind === 'busy' || cause.kind === 'closed') {
    const detail = 'Too many large messages are being read.';
    return new MailError('server-unavailable', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS }, { cause });
  }
  const detail = 'The message takes more time or memory to read than a message may.';
  return new MailError('message-too-large', { detail }, { cause });
}
