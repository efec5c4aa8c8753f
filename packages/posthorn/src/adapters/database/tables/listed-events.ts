import type { Kysely, SelectQueryBuilder } from 'kysely';
import type {
  EventFilter,
  EventListRequest,
  LoggedEvent,
} from '../../../application/ports/state/event-log.ts';
import type { EventRow, Schema } from '../schema.ts';
import { toLoggedEvent } from './event-row.ts';

type EventQuery = SelectQueryBuilder<Schema, 'events', EventRow>;

/** SQLite joins 500 selections. */
const SELECTIONS = 100;

/** Reads a page in the order of an index: of the log, of each account, or of each kind. */
export async function listEvents(
  kysely: Kysely<Schema>,
  request: EventListRequest,
): Promise<readonly LoggedEvent[]> {
  const { filter, limit } = request;
  const page = pageOf(kysely, request);
  const accounts = await accountsOf(kysely, filter);
  if (accounts !== null) {
    const ofKinds = filter.kinds;
    const queries = accounts.map((account) => {
      const query = page.where('account_id', '=', account);
      return ofKinds === undefined ? query : query.where('kind', 'in', ofKinds);
    });
    return merged(await readAll(kysely, queries), limit);
  }
  const kinds = filter.kinds?.map((kind) => page.where('kind', '=', kind));
  return merged(kinds === undefined ? await page.execute() : await readAll(kysely, kinds), limit);
}

function pageOf(kysely: Kysely<Schema>, { after, limit, notBefore }: EventListRequest): EventQuery {
  const page = kysely
    .selectFrom('events')
    .selectAll()
    .where('position', '>', after)
    .where('kind', 'is not', null)
    .orderBy('position')
    .limit(limit);
  return notBefore === undefined ? page : page.where('at', '>=', notBefore);
}

/** Null for all. */
async function accountsOf(
  kysely: Kysely<Schema>,
  { accounts, boundTo }: EventFilter,
): Promise<readonly string[] | null> {
  if (boundTo === undefined) return accounts === undefined ? null : [...new Set(accounts)];
  const bindings = kysely.selectFrom('api_key_accounts').select('account_id').where('key_id', '=', boundTo);
  if (accounts?.length === 0) return [];
  const rows = await (accounts === undefined
    ? bindings
    : bindings.where('account_id', 'in', accounts)
  ).execute();
  return rows.map(({ account_id }) => account_id);
}

/** Each query has a page at most. */
async function readAll(kysely: Kysely<Schema>, queries: readonly EventQuery[]): Promise<readonly EventRow[]> {
  const rows: EventRow[] = [];
  for (let start = 0; start < queries.length; start += SELECTIONS) {
    const [first, ...rest] = queries
      .slice(start, start + SELECTIONS)
      .map((query) => kysely.selectFrom(query.as('page')).selectAll());
    if (first === undefined) break;
    const all = rest.reduce((joined, query) => joined.unionAll(query), first);
    rows.push(...(await all.execute()));
  }
  return rows;
}

function merged(rows: readonly EventRow[], limit: number): readonly LoggedEvent[] {
  return [...rows]
    .sort((a, b) => a.position - b.position)
    .slice(0, limit)
    .flatMap((row) => toLoggedEvent(row) ?? []);
}
