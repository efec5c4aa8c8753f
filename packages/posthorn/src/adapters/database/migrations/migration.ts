import { type ColumnDataType, type Expression, type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';

/** A schema step. */
export interface Migration {
  /** Four digits, then words. */
  readonly name: string;
  readonly up: (tools: MigrationTools) => Promise<void>;
}

/** Tools of migrations. */
export interface MigrationTools {
  /** Untyped, in the migrations' transaction. */
  readonly schema: Kysely<unknown>['schema'];
  /** Compared by octets. */
  readonly text: ColumnDataType | Expression<string>;
  /** 64 bits; a file stores rows in its order. */
  readonly orderedKey: ColumnDataType;
  /** At most 10,000 values. */
  readonly insert: (table: string, rows: readonly Readonly<Record<string, unknown>>[]) => Promise<void>;
}

/** An engine's types. */
export function toolsOf(engine: Engine): Pick<MigrationTools, 'text' | 'orderedKey'> {
  return { text: textOf(engine), orderedKey: engine === 'file' ? 'integer' : 'bigint' };
}

/** Text compared by octets: PostgreSQL sorts by locale. */
export function textOf(engine: Engine): MigrationTools['text'] {
  return engine === 'file' ? 'text' : sql<string>`text collate "C"`;
}
