/** Reads a stream until a signal aborts. */
import { Readable } from 'node:stream';

/**
 * The chunks of the stream. Throws the signal's reason as soon as it is aborted, even while the stream is waiting. A stream
 * that is not read to its end is closed.
 */
export async function* readUntilAborted<Chunk>(
  stream: AsyncIterable<Chunk>,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  const iterator = stream[Symbol.asyncIterator]();
  let isFinished = false;
  try {
    for (;;) {
      const { done, value } = await nextOrAbort(iterator, signal);
      if (done === true) {
        isFinished = true;
        return;
      }
      yield value;
    }
  } finally {
    // An iterator that waits for its stream does not return before that: only destroying the stream helps then.
    if (signal.aborted && stream instanceof Readable) stream.destroy();
    // No caller waits for it; the error that led here counts.
    if (!isFinished) iterator.return?.().catch(() => undefined);
  }
}

function nextOrAbort<Chunk>(
  iterator: AsyncIterator<Chunk>,
  signal: AbortSignal,
): Promise<IteratorResult<Chunk>> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
