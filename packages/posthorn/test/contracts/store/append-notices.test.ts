/** Nodes behind a pooler in transaction mode, which swallows LISTEN, with the address past it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openTables } from '../../../src/adapters/database/open-store.ts';
import {
  type PgBouncer,
  type Postgres,
  postgresIsMissing,
  startPgBouncer,
  startPostgres,
} from '../../support/postgres.ts';
import { buildAdvance, buildEvent } from '../../support/stored-events.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { boxOf } from './killed-work.ts';

const LIMIT_MS = 20_000;
/** A notice needs a few milliseconds. */
const NOTICE_MS = 500;
const LISTENERS = "from pg_stat_activity where query = 'listen posthorn_events'";

describe('Notices of appended events', { skip: postgresIsMissing }, () => {
  let postgres: Postgres;
  let pooler: PgBouncer;
  before(async () => {
    postgres = await startPostgres();
    pooler = await startPgBouncer(postgres);
  });
  after(async () => {
    await pooler.stop();
    await postgres.stop();
  });

  const secretBox = boxOf([['k', randomBytes(32).toString('base64')]]);
  const open = (direct: string, listenUrl: string) =>
    openTables({
      location: { engine: 'postgres', url: pooler.addressOf(direct) },
      ...{ secretBox, readPassword: null, isServer: true, connectMs: 5_000, now: Date.now },
      listenUrl,
    });

  /** Two nodes that listen; the sizes of what the listeners of each were given. */
  async function startScene(t: TestContext) {
    const direct = await postgres.createDatabase();
    const start = async () => {
      const node = await open(direct, direct);
      t.after(() => node.close());
      const calls: number[] = [];
      node.store.events.onAppend((events) => calls.push(events.length));
      return { ...node.store, calls };
    };
    const [writer, reader] = [await start(), await start()];
    const listening = async () =>
      Number((await postgres.query(direct, `select count(*) ${LISTENERS}`))[0]?.count);
    await until(async () => (await listening()) === 2);
    await writer.accounts.save(buildAccount());
    await wait(NOTICE_MS);
    return { direct, writer, reader, listening };
  }

  it('wake the other node, and not the one that appended', async (t) => {
    const { writer, reader } = await startScene(t);
    writer.calls.length = 0;
    reader.calls.length = 0;

    await writer.events.advance(buildAdvance({ events: [buildEvent()] }));
    await until(async () => reader.calls.length > 0);
    await wait(NOTICE_MS);

    assert.deepEqual([writer.calls, reader.calls], [[1], [0]]);
  });

  it('end at once where the server does not answer', async (t) => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    t.after(() => silent.close());
    const { port } = silent.address() as AddressInfo;
    const node = await open(await postgres.createDatabase(), `postgres://u@127.0.0.1:${port}/d`);
    await once(silent, 'connection');

    const startedAt = performance.now();
    await node.close();

    assert.ok(performance.now() - startedAt < LIMIT_MS / 10);
  });

  it('share one statement where many are appended at once', async (t) => {
    const { writer, reader } = await startScene(t);
    reader.calls.length = 0;

    const events = Array.from({ length: 50 }, (_, index) => buildEvent({ uid: index + 1 }));
    await Promise.all(events.map((event) => writer.events.advance(buildAdvance({ events: [event] }))));
    await wait(NOTICE_MS);

    assert.ok(reader.calls.length > 0 && reader.calls.length < events.length, `${reader.calls.length}`);
  });

  it('come again after the connection has ended, with a wake-up for what was missed', async (t) => {
    const { direct, writer, reader, listening } = await startScene(t);
    await postgres.query(direct, `select pg_terminate_backend(pid) ${LISTENERS}`);
    reader.calls.length = 0;

    await until(async () => (await listening()) === 2);
    await until(async () => reader.calls.length > 0);
    reader.calls.length = 0;
    await writer.events.advance(buildAdvance({ events: [buildEvent()] }));
    await until(async () => reader.calls.length > 0);

    assert.ok(reader.calls.every((count) => count === 0));
  });
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await isTrue())) {
    assert.ok(Date.now() < deadline, 'it did not come');
    await wait(20);
  }
}
