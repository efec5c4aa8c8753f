/** Works on a file that wait together share commits, each with its own outcome. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { GroupedWorks } from '../../../src/adapters/database/grouped-works.ts';
import type { Schema } from '../../../src/adapters/database/schema.ts';
import { describeEngines, openEach } from './databases.ts';

const FAILURE = new Error('not this one');

type Executor = Transaction<Schema>;
const failing = async (transaction: Executor) => {
  await write('failed')(transaction);
  throw FAILURE;
};
const write = (name: string) => async (transaction: Executor) => {
  await sql`insert into works (name) values (${name})`.execute(transaction);
  return name;
};

describeEngines('Works that wait together', (newLocation) => {
  const open = openEach(newLocation);

  async function begin() {
    const database = await open();
    await database.run((kysely) => sql`create table works (name text primary key)`.execute(kysely));
    const names = async () => {
      const { rows } = await database.run((kysely) =>
        sql<{ name: string }>`select name from works order by name`.execute(kysely),
      );
      return rows.map(({ name }) => name);
    };
    return { database, names };
  }

  it('are done each by itself: a failure undoes only its own', async () => {
    const { database, names } = await begin();

    const ends = await Promise.allSettled([
      database.transactTogether(write('a')),
      database.transactTogether(write('a')),
      database.transactTogether(failing),
      database.transactTogether(write('b')),
    ]);

    const results = ends.map((end) => (end.status === 'fulfilled' ? end.value : end.status));
    assert.equal(results.filter((result) => result === 'a').length, 1);
    assert.deepEqual([ends[2], results[3]], [{ status: 'rejected', reason: FAILURE }, 'b']);
    assert.deepEqual(await names(), ['a', 'b']);
  });

  it('are undone by a failure also when they are alone', async () => {
    const { database, names } = await begin();

    await assert.rejects(database.transactTogether(failing), FAILURE);

    assert.deepEqual(await names(), []);
  });
});

it('A group has the works of its time, and the next begins no sooner than the last one took', async (t: TestContext) => {
  const groups: { readonly at: number; readonly ended: number; readonly works: number }[] = [];
  const commitMs = 30;
  // A savepoint would need it.
  const transaction = null as unknown as Executor;
  const grouped = new GroupedWorks(async (work) => {
    const at = performance.now();
    const ends = await work(transaction);
    await wait(commitMs);
    groups.push({ at, ended: performance.now(), works: ends.length });
    return ends;
  });
  t.after(() => assert.ok(groups.length >= 2));

  const first = [1, 2, 3].map(() => grouped.run(async () => undefined, 1));
  await first[0];
  const second = [grouped.run(async () => undefined, 1)];
  await wait(5);
  second.push(
    grouped.run(async () => undefined, 1),
    grouped.run(async () => undefined, 2_000),
  );
  await Promise.all([...first, ...second]);

  const [one, two] = groups;
  assert.ok(one && two);
  assert.deepEqual(
    groups.map(({ works }) => works),
    [3, 2, 1],
  );
  // Timers may be a millisecond early.
  assert.ok(two.at - one.ended >= commitMs - 2, `${two.at - one.ended} ms`);
});
