/** Nodes whose clocks differ by minutes, at one PostgreSQL. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { openTables } from '../../../src/adapters/database/open-store.ts';
import { type Postgres, postgresIsMissing, startPostgres } from '../../support/postgres.ts';
import { boxOf } from './killed-work.ts';

const KEYS = [['k', Buffer.alloc(32, 7).toString('base64')]] as const;
const AHEAD_MS = 120_000;

describe('Nodes whose clocks differ by minutes', { skip: postgresIsMissing }, () => {
  let server: Postgres;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  /** Opens the same database with the clocks of several machines. */
  const openNodes = async (t: TestContext, aheadMs: readonly number[]) => {
    const location = { engine: 'postgres', url: await server.createDatabase() } as const;
    const nodes = [];
    for (const ms of aheadMs) {
      const now = () => Date.now() + ms;
      const options = { location, readPassword: null, isServer: true, connectMs: 10_000, now };
      const node = await openTables({ ...options, secretBox: boxOf(KEYS) });
      t.after(() => node.close());
      nodes.push({ ...node, now });
    }
    return nodes;
  };

  it('take no lease that another one has', async (t) => {
    const nodes = await openNodes(t, [0, AHEAD_MS, -AHEAD_MS]);
    const request = { keys: ['a message'], ttlMs: AHEAD_MS / 2 };

    const granted = [];
    for (const [index, { state }] of nodes.entries()) {
      granted.push((await state.leases?.acquire({ ...request, owner: String(index) }))?.owner);
    }

    assert.deepEqual(granted, ['0', undefined, undefined]);
  });
});
