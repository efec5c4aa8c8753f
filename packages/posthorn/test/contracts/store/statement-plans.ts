/** How a database would run statements: what it reads as a whole. */
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../../src/adapters/database/database.ts';
import { GROWING_TABLES } from './filled-tables.ts';
import type { RecordedStatement } from './recorded-statements.ts';

/** A table without an index for a statement. */
export interface FullScan {
  readonly step: string;
  readonly sql: string;
}

/** Counts of all rows read all of them. */
const WHOLE_COUNT = /^select count\(\*\) as "count" from "\w+"$/;

/** The longest page; to sort no more than one costs no more than to read it. */
const PAGE_ROWS = 500;

/** Steps of all statements that read a growing table from its beginning to its end, or sort all accounts for a page. */
export async function fullScans(
  database: Database,
  statements: readonly RecordedStatement[],
): Promise<readonly FullScan[]> {
  const scans: FullScan[] = [];
  for (const statement of statements) {
    if (WHOLE_COUNT.test(statement.sql)) continue;
    const steps =
      database.engine === 'file'
        ? await fileScans(database, statement)
        : await postgresScans(database, statement);
    scans.push(...steps.map((step) => ({ step, sql: statement.sql })));
  }
  return scans;
}

/** References to other tables that have no index, as `table.column`. */
export async function unindexedReferences(database: Database): Promise<readonly string[]> {
  const query = database.engine === 'file' ? FILE_REFERENCES : POSTGRES_REFERENCES;
  const { rows } = await database.run((kysely) => query.execute(kysely));
  return rows.filter(({ indexes }) => Number(indexes) === 0).map(({ reference }) => reference);
}

/** Scans in the order of an index end with their limit, and those of a partial index have few rows. */
async function fileScans(
  database: Database,
  { sql: text, parameters }: RecordedStatement,
): Promise<readonly string[]> {
  const rows = await explain<{ detail: string }>(database, { sql: `explain query plan ${text}`, parameters });
  return rows
    .map(({ detail }) => detail)
    .filter((detail) => {
      if (/^USE TEMP B-TREE/.test(detail)) return isLongList(text);
      const [, table = '', index = ''] =
        /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
      if (!GROWING_TABLES.includes(table)) return /AUTOMATIC/.test(detail);
      return index === '' || !(hasLimit(text) || isPartial(index));
    });
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Plan Rows': number;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

async function postgresScans(
  database: Database,
  { sql: text, parameters }: RecordedStatement,
): Promise<readonly string[]> {
  const [row] = await explain<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(database, {
    sql: `explain (format json) ${text}`,
    parameters,
  });
  const nodes = (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => withChildren(Plan));
  return nodes
    .filter((node) => {
      if (node['Node Type'] === 'Seq Scan') return GROWING_TABLES.includes(node['Relation Name'] ?? '');
      if (/Sort$/.test(node['Node Type'])) return isLongList(text) && node['Plan Rows'] > PAGE_ROWS;
      if (!/^Index/.test(node['Node Type']) || node['Index Cond'] !== undefined) return false;
      return !(hasLimit(text) || isPartial(node['Index Name'] ?? ''));
    })
    .map((node) => [node['Node Type'], node['Relation Name'], node['Index Name']].join(' ').trim());
}

function withChildren(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(withChildren)];
}

function hasLimit(text: string): boolean {
  return /\blimit\b/.test(text);
}

/** Few accounts have an address or a given id; those of several states and of a key are sorted. */
function isLongList(text: string): boolean {
  if (/"shard" in/.test(text)) return true;
  return /from "accounts" (?!.*"(?:address|id)" (?:=|in)|.*"state" in \([^)]*,)/.test(text);
}

function isPartial(index: string): boolean {
  return /_(?:pending|waiting|claimed|enabled)$/.test(index);
}

async function explain<Row>(
  database: Database,
  { sql: text, parameters }: RecordedStatement,
): Promise<readonly Row[]> {
  const { rows } = await database.run((kysely) =>
    kysely.executeQuery<Row>(CompiledQuery.raw(text, [...parameters])),
  );
  return rows;
}

interface ReferenceRow {
  readonly reference: string;
  readonly indexes: number;
}

const FILE_REFERENCES = sql<ReferenceRow>`
  select tables.name || '.' || keys."from" as reference,
    (select count(*) from pragma_index_list(tables.name) as list
      join pragma_index_info(list.name) as columns on columns.seqno = 0 where columns.name = keys."from") as indexes
  from sqlite_master as tables join pragma_foreign_key_list(tables.name) as keys
  where tables.type = 'table'`;

const POSTGRES_REFERENCES = sql<ReferenceRow>`
  select conrelid::regclass || '.' || attname as reference,
    (select count(*) from pg_index where indrelid = conrelid and indkey[0] = conkey[1]) as indexes
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f'`;
