/** Streams of the log over a real database, many and slow ones. */
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type OpenStore, openTables } from '../../../src/adapters/database/open-store.ts';
import { createMemoryState } from '../../../src/adapters/memory/memory-state.ts';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import {
  createEventStreams,
  type EventStreamsDependencies,
  type StreamedEvent,
} from '../../../src/application/event-log/event-streams.ts';
import { createStoredEvents } from '../../../src/application/event-log/stored-events.ts';
import { UNMEASURED } from '../../../src/application/ports/mail-telemetry.ts';
import type { EventLog } from '../../../src/application/ports/state/event-log.ts';
import type { StateOwner } from '../../../src/application/state-key.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { EventId } from '../../../src/domain/events/mail-event.ts';
import { buildAdvance, buildEvent } from '../../support/stored-events.ts';
import { buildAccount } from '../../support/stored-samples.ts';

const NOW = 1_764_000_000_000;

async function setUp(t: TestContext, options: Partial<EventStreamsDependencies> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-events-'));
  const opened: OpenStore = await openTables({
    location: { engine: 'file', path: join(folder, 'p.db') },
    secretBox: createSecretBox([{ name: 'k', key: createSecretKey(randomBytes(32)) }]),
    ...{ readPassword: null, isServer: true, connectMs: 5_000, now: () => NOW },
  });
  const leaving = new AbortController();
  t.after(async () => {
    leaving.abort();
    await opened.close();
    await rm(folder, { recursive: true });
  });
  const { accounts, events } = opened.store;
  await accounts.save(buildAccount({ state: 'connecting' }));
  let reads = 0;
  const log: EventLog = {
    ...events,
    list(request) {
      reads += 1;
      return events.list(request);
    },
  };
  let measured = 0;
  const streams = createEventStreams({
    log,
    storedEvents: createStoredEvents({ log, keptMs: 1_000, now: () => NOW }),
    slots: createMemoryState(() => NOW).slots,
    stateOwner: (() => 'test') as StateOwner,
    telemetry: {
      ...UNMEASURED,
      beginStream() {
        measured += 1;
        return () => {
          measured -= 1;
        };
      },
    },
    total: 10_000,
    ...options,
  });
  /** Each client has a signal of its own. */
  const open = (after: EventId | null = null) =>
    streams.open(
      { holders: ['k'], filter: {}, after, isVisible: () => true },
      AbortSignal.any([leaving.signal]),
    );
  const write = (...uids: readonly number[]) =>
    events.advance(buildAdvance({ events: uids.map((uid) => buildEvent({ uid })) }));
  return { opened, open, write, leaving, reads: () => reads, measured: () => measured };
}

async function take(stream: AsyncIterable<StreamedEvent>, count: number): Promise<readonly unknown[]> {
  const taken: unknown[] = [];
  const iterator = stream[Symbol.asyncIterator]();
  while (taken.length < count) {
    const { value, done } = await iterator.next();
    if (done) break;
    taken.push(value.kind === 'state' ? 'state' : (value.event.message?.uid ?? value.event.kind));
  }
  return taken;
}

const upTo = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index);

describe('Streams of the event log', () => {
  it('are 300 that one reader serves', async (t) => {
    const { open, write, reads } = await setUp(t);
    const streams = await Promise.all(upTo(300).map(() => open()));
    const read = streams.map((stream) => take(stream, 21));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const before = reads();

    for (let batch = 0; batch < 4; batch += 1) await write(...upTo(5, batch * 5 + 1));
    const all = await Promise.all(read);

    assert.equal(
      all.every((taken) => taken.length === 21),
      true,
    );
    assert.deepEqual(all[299], ['state', ...upTo(20)]);
    assert.ok(reads() - before < 20, `${reads() - before} reads of the log`);
  });

  it('lose nothing for a listener that is slower than memory is long', async (t) => {
    const { open, write } = await setUp(t, { tail: { maxEvents: 10 } });
    const iterator = (await open())[Symbol.asyncIterator]();
    await iterator.next();
    const fast = take(await open(), 331);
    await write(1);
    const first = await iterator.next();
    for (let batch = 0; batch < 33; batch += 1) await write(...upTo(10, 2 + batch * 10));
    const uids: unknown[] = [first.value.event.message.uid];
    while (uids.length < 331) uids.push((await iterator.next()).value.event.message.uid);

    assert.deepEqual(uids, upTo(331));
    assert.deepEqual(await fast, ['state', ...upTo(330)]);
  });

  it('have no event of an account that was removed while the listener was slow', async (t) => {
    const { opened, open, write } = await setUp(t);
    const iterator = (await open())[Symbol.asyncIterator]();
    await iterator.next();
    const fast = take(await open(), 4);
    await write(1);
    const first = await iterator.next();
    await write(2, 3);
    await fast;
    const watching = take(await open(), 2);
    await opened.store.accounts.remove('jane' as MailAccountId, NOW);
    await watching;

    const next = await iterator.next();

    assert.deepEqual([first.value.event.message.uid, next.value.event.kind], [1, 'account.removed']);
  });

  it('give their place back where the client leaves while they open', async (t) => {
    const { open, leaving, measured } = await setUp(t, { total: 1 });
    const opening = open();
    leaving.abort();
    await opening;

    await assert.doesNotReject(open());
    assert.equal(measured(), 0);
  });

  it('repeat their state when nothing happens, and are counted until they end, read or unread', async (t) => {
    const { open, write, leaving, measured } = await setUp(t, { stateMs: 50 });
    await write(1);
    const stream = await open();
    await open();

    assert.deepEqual(await take(stream, 3), ['state', 'state', 'state']);
    assert.equal(measured(), 2);
    leaving.abort();
    assert.equal(measured(), 0);
  });

  it('notice the events of other processes', async (t) => {
    const { opened, write } = await setUp(t);
    const unheard = { ...opened.store.events, onAppend: () => () => undefined };
    const { open } = await setUp(t, { log: unheard, tail: { pollMs: 50 } });
    const read = take(await open(), 3);
    await write(1);
    await write(2);

    assert.deepEqual(await read, ['state', 1, 2]);
  });
});
