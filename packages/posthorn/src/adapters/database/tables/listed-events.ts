import type { AliasableExpression, Kysely, SelectQueryBuilder } from 'kysely';
import type {
  EventFilter,
  EventListRequest,
  LoggedEvent,
} from '../../../application/ports/state/event-log.ts';
import type { EventKind } from '../../../domain/events/mail-event.ts';
import type { ApiKeyId } from '../../../domain/rights/api-key.ts';
import type { EventRow, Schema } from '../schema.ts';
import { withReaders } from './event-readers.ts';
import { toLoggedEvent } from './event-row.ts';

type EventQuery = SelectQueryBuilder<Schema, 'events', EventRow>;
type Rows = AliasableExpression<EventRow>;

const ACCOUNT_END: EventKind = 'account.removed';

/** SQLite's limit is 500. */
const SELECTIONS = 100;

/** A page in index order: of the log, each account, each kind, or a bound key. */
export async function listEvents(
  kysely: Kysely<Schema>,
  request: EventListRequest,
): Promise<readonly LoggedEvent[]> {
  const queries = await queriesOf(kysely, request);
  const rows = queries === null ? await pageOf(kysely, request).execute() : await readAll(kysely, queries);
  return withReaders(kysely, merged(rows, request.limit));
}

/** Null: the page of all. */
async function queriesOf(kysely: Kysely<Schema>, request: EventListRequest): Promise<readonly Rows[] | null> {
  const { accounts, boundTo, kinds } = request.filter;
  if (accounts?.length === 0 || kinds?.length === 0) return [];
  const page = pageOf(kysely, request);
  const ofKinds = kinds === undefined ? page : page.where('kind', 'in', kinds);
  if (boundTo !== undefined) {
    const ofAccounts = ofKinds.where('kind', '<>', ACCOUNT_END);
    const bound = await findBound(kysely, request.filter);
    return [...bound.map((id) => ofAccounts.where('account_id', '=', id)), endsOf(kysely, request, boundTo)];
  }
  if (accounts !== undefined) return [...new Set(accounts)].map((id) => ofKinds.where('account_id', '=', id));
  return kinds?.map((kind) => page.where('kind', '=', kind)) ?? null;
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

async function findBound(
  kysely: Kysely<Schema>,
  { accounts, boundTo }: EventFilter,
): Promise<readonly string[]> {
  const bindings = kysely
    .selectFrom('api_key_accounts')
    .select('account_id')
    .where('key_id', '=', boundTo ?? '');
  const rows = await (accounts === undefined
    ? bindings
    : bindings.where('account_id', 'in', accounts)
  ).execute();
  return rows.map(({ account_id }) => account_id);
}

/** Removals of a bound key's accounts. */
function endsOf(
  kysely: Kysely<Schema>,
  { filter, after, limit, notBefore }: EventListRequest,
  key: ApiKeyId,
): Rows {
  const { accounts, kinds } = filter;
  return kysely
    .selectFrom('event_readers')
    .innerJoin('events', 'events.position', 'event_readers.position')
    .selectAll('events')
    .where('reader', '=', key)
    .where('event_readers.position', '>', after)
    .where('kind', 'in', kinds ?? [ACCOUNT_END])
    .$if(accounts !== undefined, (query) => query.where('account_id', 'in', accounts ?? []))
    .$if(notBefore !== undefined, (query) => query.where('at', '>=', notBefore ?? 0))
    .orderBy('event_readers.position')
    .limit(limit);
}

/** A page per query at most. */
async function readAll(kysely: Kysely<Schema>, queries: readonly Rows[]): Promise<readonly EventRow[]> {
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
