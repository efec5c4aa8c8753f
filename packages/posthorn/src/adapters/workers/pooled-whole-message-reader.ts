import type {
  TextContents,
  WholeMessageAnswer,
  WholeMessageQuestion,
  WholeMessageReader,
  WholeMessageRequest,
} from '../../application/ports/mail/whole-message-reader.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { toBodyTexts } from '../../message/texts/body-texts.ts';
import { openWholeMessage } from '../../message/whole-message.ts';
import { readHtmlText } from '../html/read-html-text.ts';
import { answerWholeMessage } from './answer-whole-message.ts';
import { createWorkerPool } from './create-worker-pool.ts';
import { orServerUnavailable } from './or-server-unavailable.ts';
import { toOwnMemory } from './sent-octets.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Takes milliseconds, less than a transfer. */
const MAX_OCTETS_AT_ONCE = 64 * 1024;
/** Parts cost more than octets. */
const LIMITS_AT_ONCE = { maxDepth: 100, maxParts: 200 };
/** Takes milliseconds. */
const MAX_TEXT_OCTETS_AT_ONCE = 32 * 1024;
/** About 10 microseconds each. */
const MAX_TEXT_PARTS_AT_ONCE = 50;

/** A message reader; close it. */
export interface PooledWholeMessageReader extends WholeMessageReader {
  close(): Promise<void>;
}

/** Small messages at once, others in threads. */
export function createWholeMessageReader(pool: WorkerPool = createWorkerPool()): PooledWholeMessageReader {
  return {
    decodeTexts: (parts, signal) =>
      areSmall(parts)
        ? Promise.resolve(toBodyTexts(parts, parts.contents, readHtmlText))
        : decodeInThread(pool, parts, signal),

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

/** Undefined if it would block the event loop. */
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
    orServerUnavailable(error);
    const detail = 'Reading the message takes more time or memory than allowed.';
    throw new MailError('message-too-large', { detail }, { cause: error });
  }
}

function areSmall({ contents }: TextContents): boolean {
  const octets = [...contents.values()].reduce((sum, { length }) => sum + length, 0);
  return octets <= MAX_TEXT_OCTETS_AT_ONCE && contents.size <= MAX_TEXT_PARTS_AT_ONCE;
}

async function decodeInThread(
  pool: WorkerPool,
  parts: TextContents,
  signal: AbortSignal,
): Promise<WholeMessageAnswer['texts']> {
  try {
    return await pool.do({ name: 'body-texts', input: parts }, [], signal);
  } catch (error) {
    orServerUnavailable(error);
    return decodeBeginnings(parts);
  }
}

/** After a failed thread. */
function decodeBeginnings({ plain, html, contents }: TextContents): WholeMessageAnswer['texts'] {
  const first = [...new Set([...plain, ...html])].slice(0, MAX_TEXT_PARTS_AT_ONCE);
  const octetsEach = Math.floor(MAX_TEXT_OCTETS_AT_ONCE / first.length);
  const beginnings = new Map(
    first.flatMap(({ path }) => {
      const octets = contents.get(path);
      return octets ? [[path, octets.subarray(0, octetsEach)] as const] : [];
    }),
  );
  const { textPlain, textHtml } = toBodyTexts({ plain, html }, beginnings, readHtmlText);
  return { textPlain, textHtml, truncated: ['textPlain', 'textHtml'] };
}
