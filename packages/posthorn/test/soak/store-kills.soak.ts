/** `npm run soak -- store-kills [kills] [text]`: kill -9 in the middle of migrations, rotations, writes, refreshes and backups, on a file and on PostgreSQL; a text chooses rows by their title. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewLocation } from '../contracts/store/databases.ts';
import { killAppenders } from '../contracts/store/event-kills.ts';
import { KilledProcesses } from '../contracts/store/killed-process.ts';
import { killRefreshes } from '../contracts/store/refresh-kills.ts';
import {
  type KillRun,
  killBackups,
  killConnections,
  killMigrations,
  killRotations,
  killWriters,
} from '../contracts/store/store-kills.ts';
import { startPostgres } from '../support/postgres.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const [, , kills = '1000', text = ''] = process.argv;
const KILLS = Number(kills);

const random = seededRandom(testSeed());
const processes = new KilledProcesses();
const folder = await mkdtemp(join(tmpdir(), 'posthorn-kills-'));
const postgres = await startPostgres();
let files = 0;
const onFile: NewLocation = async () => {
  files += 1;
  return { engine: 'file', path: join(folder, `${files}.db`) };
};
const onPostgres: NewLocation = async () => ({ engine: 'postgres', url: await postgres.createDatabase() });

/** Half of them at each kind of provider. */
async function killAllRefreshes(run: KillRun): Promise<number> {
  const half = { ...run, kills: Math.ceil(run.kills / 2) };
  for (const hasGrace of [true, false]) console.log(await killRefreshes(half, { hasGrace }));
  return half.kills * 2;
}

const rows = [
  ['migrations of a file', killMigrations, onFile],
  ['rotations in a file', killRotations, onFile],
  ['writers of a file', killWriters, onFile],
  ['backups of a file', killBackups, onFile],
  ['connections in a file', killConnections, onFile],
  ['refreshes in a file', killAllRefreshes, onFile],
  ['writers of events in a file', killAppenders, onFile],
  ['migrations of PostgreSQL', killMigrations, onPostgres],
  ['rotations in PostgreSQL', killRotations, onPostgres],
  ['writers of PostgreSQL', killWriters, onPostgres],
  ['connections in PostgreSQL', killConnections, onPostgres],
  ['writers of events in PostgreSQL', killAppenders, onPostgres],
  ['refreshes in PostgreSQL', killAllRefreshes, onPostgres],
] as const;

try {
  for (const [title, kill, newLocation] of rows.filter(([each]) => each.includes(text))) {
    const runs = Math.ceil(KILLS / rows.length);
    const killed = await kill({ newLocation, processes, random, kills: runs });
    console.log(
      `${title}: ${runs} runs, ${killed} killed in the middle, nothing lost, every start succeeded`,
    );
  }
} finally {
  processes.close();
  await postgres.stop();
  await rm(folder, { recursive: true });
}
