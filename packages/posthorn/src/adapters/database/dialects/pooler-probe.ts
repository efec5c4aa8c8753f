import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** How a server or pooler serves clients. */
export type Sharing =
  /** A connection for each client. */
  | { readonly mode: 'none' }
  /** Connections are shared between transactions. */
  | { readonly mode: 'transactions'; readonly keepsStatements: boolean; readonly leaksSettings: boolean }
  /** Without transactions. */
  | { readonly mode: 'statements' }
  /** All clients wait for one connection. */
  | { readonly mode: 'single' };

const ATTEMPTS = 8;
/** PgBouncer in statement mode (08P01). */
const REFUSED_TRANSACTION = /statement pooling/i;
const SETTING = 'posthorn.doctor';
const PID = 'select pg_backend_pid() as pid';

/**
 * Uses two clients. A busy pooler's connection may keep a setting, which no other program reads. Rejects with
 * the clients' errors.
 */
export async function probeSharing(one: pg.Client, other: pg.Client): Promise<Sharing> {
  const value = randomUUID();
  const named = { name: `posthorn_${value}`, text: PID };
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const statementPid = await pidOf(one, named);
      const settingPid = await setSetting(one, value);
      await other.query('begin');
      const otherPid = await pidOf(other, { text: PID });
      if (otherPid === statementPid && otherPid === settingPid) {
        return await compare({ one, other, named, value });
      }
      await other.query('rollback');
    }
    return { mode: 'none' };
  } catch (error) {
    if (isRefusedTransaction(error)) return { mode: 'statements' };
    if (isTimeout(error)) return { mode: 'single' };
    throw error;
  }
}

interface Compared {
  readonly one: pg.Client;
  /** In a transaction on `one`'s former connection. */
  readonly other: pg.Client;
  readonly named: pg.QueryConfig;
  readonly value: string;
}

/** `one` gets a connection without its parsed statement. */
async function compare({ one, other, named, value }: Compared): Promise<Sharing> {
  const { rows } = await other.query<{ readonly value: string | null }>(
    'select current_setting($1, true) as value',
    [SETTING],
  );
  const leaksSettings = rows[0]?.value === value;
  if (leaksSettings) await setSetting(other, '');
  try {
    const keepsStatements = await one.query(named).then(
      () => true,
      (error: unknown) => {
        if (isTimeout(error)) throw error;
        return false;
      },
    );
    return { mode: 'transactions', keepsStatements, leaksSettings };
  } finally {
    await other.query('commit');
  }
}

async function setSetting(client: pg.Client, value: string): Promise<number> {
  const { rows } = await client.query<{ readonly pid: number }>(
    'select set_config($1, $2, false), pg_backend_pid() as pid',
    [SETTING, value],
  );
  return rows[0]?.pid ?? 0;
}

async function pidOf(client: pg.Client, query: pg.QueryConfig): Promise<number> {
  const { rows } = await client.query<{ readonly pid: number }>(query);
  return rows[0]?.pid ?? 0;
}

function isRefusedTransaction(error: unknown): boolean {
  return error instanceof Error && REFUSED_TRANSACTION.test(error.message);
}

/** node-postgres gives only a text. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
