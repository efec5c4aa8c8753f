import type { EventFilter } from '../../../application/ports/state/event-log.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import { EVENT_ID } from '../../../domain/events/event-id.ts';
import { EVENT_KINDS, type EventId, type EventKind } from '../../../domain/events/mail-event.ts';
import { decodeName } from '../../../resources/identifiers/resource-ids.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { limitSchemas, readLimit, SIZE } from '../query/position-page.ts';
import { type AskedQuery, type QueryReader, together } from '../query/query-reader.ts';
import { badParameter, singleValueOf } from '../query/query-values.ts';
import { showing } from '../query/shown-resources.ts';

const MAX_ACCOUNTS = 200;
const AFTER = 'page[after]';
const ACCOUNTS = 'filter[MailAccount]';
const KINDS = 'filter[kind]';

interface FilterReader<Value> extends Pick<QueryReader<unknown>, 'schemas'> {
  readonly read: (asked: Pick<AskedQuery, 'parameters'>) => readonly Value[] | undefined;
}

const accountsFilter: FilterReader<MailAccountId> = {
  schemas: {
    [ACCOUNTS]: {
      title: 'filter.MailAccount.event',
      type: 'string',
      description: `Ids of accounts, at most ${MAX_ACCOUNTS}, with commas between them.`,
      examples: ['jane'],
    },
  },
  read({ parameters }) {
    const text = singleValueOf(parameters, ACCOUNTS);
    if (text === undefined) return undefined;
    const names = new Set(text.split(','));
    if (names.size > MAX_ACCOUNTS)
      throw badParameter(ACCOUNTS, `must not have more than ${MAX_ACCOUNTS} ids`);
    return [...names].map((name) => {
      const id = decodeName(name);
      if (id === undefined) throw badParameter(ACCOUNTS, 'must have ids of accounts');
      return id as MailAccountId;
    });
  },
};

const kindsFilter: FilterReader<EventKind> = {
  schemas: {
    [KINDS]: {
      title: 'filter.kind.event',
      type: 'string',
      description: 'Kinds with commas between them; `message.*` are all that begin so.',
      examples: ['message.created,account.*'],
    },
  },
  read({ parameters }) {
    const text = singleValueOf(parameters, KINDS);
    return text === undefined ? undefined : [...new Set(text.split(',').flatMap(kindsNamed))];
  },
};

function kindsNamed(name: string): readonly EventKind[] {
  const prefix = name.endsWith('.*') ? name.slice(0, -1) : null;
  const kinds = EVENT_KINDS.filter((kind) => (prefix === null ? kind === name : kind.startsWith(prefix)));
  if (kinds.length === 0) throw badParameter(KINDS, `must have kinds of ${EVENT_KINDS.join(', ')}`);
  return kinds;
}

export const eventFilter = {
  schemas: { ...accountsFilter.schemas, ...kindsFilter.schemas },
  read({ parameters }: Pick<AskedQuery, 'parameters'>): Pick<EventFilter, 'accounts' | 'kinds'> {
    const { accounts, kinds } = collectProblems({
      accounts: () => accountsFilter.read({ parameters }),
      kinds: () => kindsFilter.read({ parameters }),
    });
    return { ...(accounts && { accounts }), ...(kinds && { kinds }) };
  },
} satisfies QueryReader<Pick<EventFilter, 'accounts' | 'kinds'>>;

const eventPage: QueryReader<{ readonly after: EventId | null; readonly limit: number }> = {
  schemas: {
    ...limitSchemas,
    [AFTER]: {
      title: 'page.after.event',
      type: 'string',
      description: 'The id of the last event that the client has taken.',
      examples: ['NjH3EEZb852Jhif7HXbPn5VZ4hcmo87H'],
    },
  },
  names: ['page[limit]', SIZE, AFTER],
  read({ parameters }) {
    const after = singleValueOf(parameters, AFTER);
    if (after !== undefined && !EVENT_ID.test(after)) throw badParameter(AFTER, 'must be the id of an event');
    return { limit: readLimit(parameters), after: (after ?? null) as EventId | null };
  },
};

/** Parameters of event lists. */
export const eventListQuery = together({ filter: eventFilter, page: eventPage, shown: showing('Event') });
