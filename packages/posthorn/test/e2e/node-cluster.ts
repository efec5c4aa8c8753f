/** Three nodes as processes at one PostgreSQL. */
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { renderNewKey } from '../../src/config/secrets-keys.ts';
import { findFreePort } from '../support/free-port.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { type StoreNode, type StoreNodeOptions, startStoreNode } from './store-node.ts';

/** Nodes and their database. */
export interface NodeCluster {
  readonly postgres: Postgres;
  readonly databaseUrl: string;
  readonly ports: readonly number[];
  readonly nodes: readonly StoreNode[];
  /** Starts the node of this index again. */
  restart(index: number): Promise<StoreNode>;
}

export interface ClusterOptions extends Pick<StoreNodeOptions, 'imapPort' | 'smtpPort' | 'settings'> {
  /** Returns the address by which nodes reach the database. */
  readonly reach?: (databaseUrl: string, postgres: Postgres) => Promise<string>;
}

const NODES = 3;
const SHARE_MS = 15_000;

/** Starts them, and settles when each has its share. They end with the test. */
export async function startCluster(
  t: Pick<TestContext, 'after'>,
  { settings = {}, reach = async (url) => url, ...servers }: ClusterOptions,
): Promise<NodeCluster> {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const databaseUrl = await reach(await postgres.createDatabase(), postgres);
  const ports = await Promise.all(Array.from({ length: NODES }, findFreePort));
  const keys = renderNewKey('one');
  const start = (port: number) =>
    startStoreNode(t, {
      ...{ databaseUrl, keys, ...servers },
      settings: {
        ...{ PORT: String(port), APP_NODE_URL: `http://127.0.0.1:${port}` },
        ...{ APP_KEY: 'the-same-at-all-nodes', ...settings },
      },
    });
  const nodes = await Promise.all(ports.map(start));
  await untilShared(postgres, databaseUrl);
  return { postgres, databaseUrl, ports, nodes, restart: (index) => start(ports[index] ?? 0) };
}

/** Waits until every living node has its share of the shards. */
export async function untilShared(postgres: Postgres, databaseUrl: string, nodes = NODES): Promise<void> {
  const deadline = performance.now() + SHARE_MS;
  for (;;) {
    const rows = await postgres.query(
      databaseUrl,
      'select count(*)::integer as n from account_owners join nodes on nodes.id = owner group by owner',
    );
    const counts = rows.map(({ n }) => Number(n));
    const isFair = counts.length === nodes && counts.every((count) => count > 1_000 / nodes);
    if (isFair) break;
    if (performance.now() > deadline) throw new Error(`shares: ${counts}`);
    await wait(50);
  }
  // All have read it.
  await wait(2_500);
}
