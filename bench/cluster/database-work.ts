/** The work of a PostgreSQL: statements, commits, write-ahead log and processor time. */
import { readFile } from 'node:fs/promises';
import type { Postgres, PostgresConnection } from '../../packages/posthorn/test/support/postgres.ts';
import { familyProcessorMs } from '../support/processor-time.ts';

/** The settings of a server whose work is to be read; without its contrib modules there is no count of statements. */
export const COUNTING = ["shared_preload_libraries = 'pg_stat_statements'", 'max_connections = 100'];

/** Since some moment. */
export interface DatabaseWork {
  readonly statements: number;
  readonly commits: number;
  readonly walOctets: number;
  readonly processorMs: number;
}

const WORK = `
  select
    (select coalesce(sum(calls), 0)::float8 from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query !~* '^(begin|commit|set local|rollback)') as statements,
    (select xact_commit::float8 from pg_stat_database where datname = current_database()) as commits,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal`;

/** Reads what the server has done for one database. */
export class DatabaseReader {
  readonly #connection: PostgresConnection;

  private constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  static async open(postgres: Postgres, url: string): Promise<DatabaseReader> {
    const connection = await postgres.connect(url);
    await connection.query('create extension if not exists pg_stat_statements');
    return new DatabaseReader(connection);
  }

  async read(): Promise<DatabaseWork> {
    const [row] = await this.#connection.query(WORK);
    return {
      ...{ statements: Number(row?.statements), commits: Number(row?.commits), walOctets: Number(row?.wal) },
      processorMs: await familyProcessorMs(await this.#firstProcess()),
    };
  }

  /** The number in the only row and column. */
  async number(text: string): Promise<number> {
    const [row] = await this.#connection.query(text);
    return Number(Object.values(row ?? {})[0]);
  }

  /** The first column of all rows. */
  async texts(text: string): Promise<readonly string[]> {
    const rows = await this.#connection.query(text);
    return rows.map((row) => String(Object.values(row)[0]));
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #firstProcess(): Promise<number> {
    const pid = await this.number("select pid from pg_stat_activity where backend_type = 'checkpointer'");
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  }
}

/** The difference of two readings. */
export function workBetween(before: DatabaseWork, after: DatabaseWork): DatabaseWork {
  return {
    statements: after.statements - before.statements,
    commits: after.commits - before.commits,
    walOctets: after.walOctets - before.walOctets,
    processorMs: after.processorMs - before.processorMs,
  };
}
