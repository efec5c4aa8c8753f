import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServerSentEvent } from '../../../../src/http/answer/server-sent-event.ts';
import { toEventStream } from '../../../../src/http/v1/events/to-event-stream.ts';

const TIMING = { heartbeatMs: 20, retryMs: 3_000 };
const EVENT: ServerSentEvent = { event: 'changes', id: 'a', data: { created: ['x\ny'] } };

/** All frames until the stream ends, at most so many. */
async function take(stream: AsyncGenerator<string>, count: number): Promise<readonly string[]> {
  const frames: string[] = [];
  for await (const frame of stream) {
    frames.push(frame);
    if (frames.length === count) break;
  }
  return frames;
}

async function* events(...all: readonly ServerSentEvent[]): AsyncGenerator<ServerSentEvent> {
  yield* all;
}

/** Never has an event, and remembers whether it was ended. */
class Silence implements AsyncIterator<ServerSentEvent> {
  isEnded = false;

  next(): Promise<IteratorResult<ServerSentEvent>> {
    return new Promise(() => undefined);
  }

  async return(): Promise<IteratorResult<ServerSentEvent>> {
    this.isEnded = true;
    return { done: true, value: undefined };
  }
}

describe('toEventStream', () => {
  it('says when to come back, and then writes each event on lines of its own', async () => {
    const frames = await take(toEventStream(events(EVENT), TIMING, new AbortController().signal), 10);

    assert.deepEqual(frames, ['retry: 3000\n\n', 'event: changes\nid: a\ndata: {"created":["x\\ny"]}\n\n']);
  });

  it('writes a comment when nothing happens', async () => {
    const stream = toEventStream(new Silence(), TIMING, new AbortController().signal);

    assert.deepEqual((await take(stream, 3)).slice(1), [': still here\n\n', ': still here\n\n']);
  });

  it('asks for the next event when the one before was taken, and not earlier', async () => {
    let asked = 0;
    const counting: AsyncIterator<ServerSentEvent> = {
      next: async () => {
        asked += 1;
        return { done: false, value: EVENT };
      },
    };
    const stream = toEventStream(counting, TIMING, new AbortController().signal);

    await stream.next();
    await stream.next();
    assert.equal(asked, 1);
    await stream.next();
    assert.equal(asked, 2);
    await stream.return(undefined);
  });

  it('ends at the signal, and asks the client to come back', async () => {
    const stopping = new AbortController();
    const silence = new Silence();
    const stream = toEventStream(silence, { ...TIMING, heartbeatMs: 60_000 }, stopping.signal);
    await stream.next();
    setTimeout(() => stopping.abort(), 5);

    const last = await take(stream, 10);

    assert.match(last.join(''), /^retry: \d+\n: stopping, come back\n\n$/);
    assert.equal(silence.isEnded, true);
  });

  it('ends what it reads when its taker goes', async () => {
    const silence = new Silence();
    const stream = toEventStream(silence, TIMING, new AbortController().signal);

    await take(stream, 1);

    assert.equal(silence.isEnded, true);
  });
});
