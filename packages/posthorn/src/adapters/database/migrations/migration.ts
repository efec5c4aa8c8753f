import { type ColumnDataType, type Expression, type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';

/** One step of the schema. */
export interface Migration {
  /** Four digits and words, in order. */
  readonly name: string;
  readonly up: (tools: MigrationTools) => Promise<void>;
}

/** Tools of a migration. */
export interface MigrationTools {
  /** Transaction of all migrations, untyped. */
  readonly schema: Kysely<unknown>['schema'];
  /** Text compared by octets. */
  readonly text: ColumnDataType | Expression<string>;
  /** 64-bit key of rows that are read in its order: a file stores them so. */
  readonly orderedKey: ColumnDataType;
  /** At most 10,000 values. */
  readonly insert: (table: string, rows: readonly Readonly<Record<string, unknown>>[]) => Promise<void>;
}

/** Returns the types of an engine. */
export function toolsOf(engine: Engine): Pick<MigrationTools, 'text' | 'orderedKey'> {
  return { text: textOf(engine), orderedKey: engine === 'file' ? 'integer' : 'bigint' };
}

/** Returns the text type; PostgreSQL would sort by locale. */
export function textOf(engine: Engine): MigrationTools['text'] {
  return engine === 'file' ? 'text' : sql<string>`text collate "C"`;
}
