import { Readable } from 'node:stream';
import { untilAborted } from '../../domain/values/until-aborted.ts';

/** Throws the signal's reason even while waiting. Closes an unfinished stream. */
export async function* readUntilAborted<Chunk>(
  stream: AsyncIterable<Chunk>,
  signal: AbortSignal,
): AsyncGenerator<Chunk> {
  const iterator = stream[Symbol.asyncIterator]();
  let isFinished = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await untilAborted(signal, iterator.next());
      if (done === true) {
        isFinished = true;
        return;
      }
      yield value;
    }
  } finally {
    // A waiting iterator returns once its stream is destroyed.
    if (signal.aborted && stream instanceof Readable) stream.destroy();
    if (!isFinished) iterator.return?.().catch(() => undefined);
  }
}
