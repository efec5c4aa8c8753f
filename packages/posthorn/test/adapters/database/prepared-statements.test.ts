import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { Kysely, sql } from 'kysely';
import { openDatabaseFile } from '../../../src/adapters/database/dialects/database-file.ts';
import { fileDialect } from '../../../src/adapters/database/dialects/file-dialect.ts';

interface Tables {
  readonly notes: { readonly id: string; readonly text: string };
}

const folder = await mkdtemp(join(tmpdir(), 'posthorn-statements-'));
after(() => rm(folder, { recursive: true }));

/** A database of one table, and the first words of the statements that were prepared since. */
async function openTable(context: TestContext) {
  const file = openDatabaseFile(join(folder, `${randomUUID()}.db`));
  const kysely = new Kysely<Tables>({ dialect: fileDialect(file) });
  context.after(() => kysely.destroy());
  await sql`create table notes (id text primary key, text text)`.execute(kysely);
  const prepare = context.mock.method(file, 'prepare');
  const prepared = () => prepare.mock.calls.map(({ arguments: [text] }) => String(text).split(' ', 1)[0]);
  const add = (...ids: readonly string[]) =>
    kysely
      .insertInto('notes')
      .values(ids.map((id) => ({ id, text: `text of ${id}` })))
      .execute();
  const find = (id: string) => kysely.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst();
  return { kysely, prepared, add, find };
}

describe('statements of a file', () => {
  it('are prepared once, and give the rows of each run', async (context) => {
    const { prepared, add, find } = await openTable(context);

    await add('a');
    await add('b');
    const found = [await find('a'), await find('none'), await find('b')];

    assert.deepEqual(found, [{ id: 'a', text: 'text of a' }, undefined, { id: 'b', text: 'text of b' }]);
    assert.deepEqual(prepared(), ['insert', 'select']);
  });

  it('are prepared again after a refusal, which could hold its locks', async (context) => {
    const { prepared, add } = await openTable(context);
    await add('a');

    await assert.rejects(add('a'), { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
    await add('b');

    assert.deepEqual(prepared(), ['insert', 'insert']);
  });

  it('follow a changed table', async (context) => {
    const { kysely, add, find } = await openTable(context);
    await add('a');
    await find('a');

    await sql`alter table notes add column later text default 'new'`.execute(kysely);

    assert.deepEqual(await find('a'), { id: 'a', text: 'text of a', later: 'new' });
  });

  it('are not kept if they are long, as hundreds of them would be', async (context) => {
    const { prepared, add } = await openTable(context);
    const many = (start: number) => Array.from({ length: 300 }, (_, index) => `${start + index}`);

    await add(...many(0));
    await add(...many(300));

    assert.deepEqual(prepared(), ['insert', 'insert']);
  });
});
