/** PostgreSQL is away or hangs for a while: people with logins of their own do not notice, programs with keys are asked to come back. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { renderNewKey } from '../../src/config/secrets-keys.ts';
import { postgresIsMissing, startPgBouncer, startPostgres } from '../support/postgres.ts';
import { INBOX, OutageClients, startMail, USERS } from './database-outage.ts';
import { startStoreNode } from './store-node.ts';

const AWAY_MS = 12_000;
const ANSWER_MS = 2_000;
/** The limit of a statement, after which all know that nothing is answered. */
const STATEMENT_MS = 15_000;
const HANGING_MS = 20_000;
/** Rows of keys and accounts in memory. */
const KNOWN_MS = 2_000;

async function startScene(t: TestContext, { isPooled }: { readonly isPooled: boolean }) {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const pooler = isPooled ? await startPgBouncer(postgres) : null;
  t.after(() => pooler?.stop());
  const { imapPort } = await startMail(t);
  const direct = await postgres.createDatabase();
  const databaseUrl = pooler?.addressOf(direct) ?? direct;
  const node = await startStoreNode(t, { databaseUrl, imapPort, keys: renderNewKey('one') });
  const clients = await OutageClients.connect(node, { imapPort });
  await clients.useMailbox(USERS[0] ?? '');
  return { postgres, node, clients };
}

describe('PostgreSQL is away', { skip: postgresIsMissing }, () => {
  it('serves people, answers keys with 503 within two seconds, and recovers by itself', async (t) => {
    const { postgres, node, clients } = await startScene(t, { isPooled: false });
    await postgres.halt();
    const endsAt = performance.now() + AWAY_MS;
    await wait(KNOWN_MS);
    const { people, programs } = await clients.useUntil(endsAt);
    const wrong = await clients.own(USERS[39] ?? '', INBOX, { password: 'wrong' });
    const ready = await fetch(`${node.server.address}/health/ready`);
    await postgres.resume();
    await clients.untilRecovered();

    assert.deepEqual([...new Set(people.map(({ statuses }) => String(statuses)))], ['200,200,201,200']);
    assert.deepEqual([...new Set(programs.map(({ status }) => status))], [503]);
    assert.ok(programs.every(({ retryAfter }) => retryAfter > 0));
    const longest = Math.max(...programs.map(({ ms }) => ms));
    assert.ok(longest < ANSWER_MS, `${longest} ms`);
    assert.ok(people.length >= 4 && programs.length >= 6);
    assert.deepEqual([wrong.status, ready.status], [401, 200]);
  });

  for (const isPooled of [false, true]) {
    const where = isPooled ? ' behind PgBouncer' : '';
    it(`serves people while it hangs${where}, delays the first by one statement, and recovers by itself`, async (t) => {
      const { postgres, node, clients } = await startScene(t, { isPooled });
      await wait(KNOWN_MS);
      await postgres.freeze();
      const { people, programs } = await clients.useUntil(performance.now() + HANGING_MS);
      const ready = await fetch(`${node.server.address}/health/ready`);
      await postgres.thaw();
      await clients.untilRecovered();

      assert.deepEqual([...new Set(people.map(({ statuses }) => String(statuses)))], ['200,200,201,200']);
      assert.deepEqual([...new Set(programs.map(({ status }) => status))], [503]);
      assert.ok(programs.every(({ retryAfter }) => retryAfter > 0));
      const delayed = [...people, ...programs].filter(({ ms }) => ms > STATEMENT_MS / 2);
      assert.ok(delayed.length <= 2, `${delayed.length} waited for a statement`);
      assert.ok(people.length >= 4 && programs.length >= 6);
      assert.equal(ready.status, 200);
    });
  }
});
