import type {
  AccountFilter,
  AccountPosition,
  AccountSort,
} from '../../../application/ports/state/accounts.ts';
import { ACCOUNT_STATES, type AccountState } from '../../../domain/accounts/account-status.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import { decodeName } from '../../../resources/identifiers/resource-ids.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { foreignCursor, isPosition, positionPage } from '../query/position-page.ts';
import { type QueryReader, together } from '../query/query-reader.ts';
import { badParameter, shorten, singleValueOf } from '../query/query-values.ts';
import { showing } from '../query/shown-resources.ts';

const MAX_IDS = 200;
const MAX_ADDRESS_CHARACTERS = 320;
const SORT_KEYS = ['name', 'createdAt'] as const;
const DEFAULT_SORT: AccountSort = { by: 'name', isDescending: false };
const FILTERS = ['filter[state]', 'filter[address]', 'filter[id]', 'filter[id][]'] as const;

const stateFilter: QueryReader<readonly AccountState[] | undefined> = {
  schemas: {
    'filter[state]': {
      title: 'filter.state.account',
      type: 'string',
      description: `States of connected accounts, with commas between them: ${ACCOUNT_STATES.join(', ')}.`,
      examples: ['unreachable,reauthentication-needed'],
    },
  },
  read({ parameters }) {
    const text = singleValueOf(parameters, 'filter[state]');
    return text?.split(',').map((name) => {
      const state = ACCOUNT_STATES.find((each) => each === name);
      if (state !== undefined) return state;
      throw badParameter('filter[state]', `must have states of ${ACCOUNT_STATES.join(', ')}`);
    });
  },
};

const addressFilter: QueryReader<string | undefined> = {
  schemas: {
    'filter[address]': {
      title: 'filter.address.account',
      type: 'string',
      description: 'The address of `from`, in any case.',
      examples: ['jane@example.org'],
    },
  },
  read({ parameters }) {
    const text = singleValueOf(parameters, 'filter[address]');
    if (text === undefined || (text !== '' && text.length <= MAX_ADDRESS_CHARACTERS)) return text;
    throw badParameter('filter[address]', 'must be an address');
  },
};

const idsFilter: QueryReader<readonly MailAccountId[] | undefined> = {
  schemas: {
    'filter[id]': {
      title: 'filter.id.account',
      type: 'string',
      description: `Ids of accounts, at most ${MAX_IDS}, with commas between them. Unknown ones are left out.`,
      examples: ['demo,jane'],
    },
  },
  names: ['filter[]'],
  read: ({ parameters }) => readIds(parameters),
};

const sortParameter: QueryReader<AccountSort> = {
  schemas: {
    sort: {
      title: 'sort.account',
      type: 'string',
      default: 'name',
      description: 'Connected accounts by `name` or `createdAt`, with a `-` in front to descend.',
      examples: ['-createdAt'],
    },
  },
  read({ parameters }) {
    const text = singleValueOf(parameters, 'sort');
    if (text === undefined) return DEFAULT_SORT;
    const isDescending = text.startsWith('-');
    const by = SORT_KEYS.find((key) => key === (isDescending ? text.slice(1) : text));
    if (by !== undefined) return { by, isDescending };
    const detail = `"${shorten(text)}" is not one of the sort keys ${SORT_KEYS.join(', ')}.`;
    throw new RequestProblems([problemOf('sort-not-supported', { parameter: 'sort', detail })]);
  },
};

/** Parameters of account lists. */
export const accountListQuery = together({
  states: stateFilter,
  address: addressFilter,
  ids: idsFilter,
  sort: sortParameter,
  page: positionPage,
  shown: showing('MailAccount'),
});
type ListQuery = ReturnType<(typeof accountListQuery)['read']>;

/** Refuses API key parameters in a person's requests. */
export function refuseListParameters(parameters: QueryParameters): void {
  const names = [...Object.keys(accountListQuery.schemas), ...FILTERS];
  const isOfList = (name: string) =>
    name === 'sort' || name.startsWith('filter[') || name.startsWith('page[');
  const found = names.find((name) => isOfList(name) && parameters.has(name));
  if (found !== undefined) throw badParameter(found, 'is for lists of connected accounts, by API key');
}

/** The query's filter. */
export function filterOf({ states, address, ids }: ListQuery): AccountFilter {
  return {
    ...(states && { states }),
    ...(address !== undefined && { address }),
    ...(ids && { ids }),
  };
}

/** A position belongs to its sort. */
export function positionOf({ page, sort }: ListQuery): AccountPosition | null {
  if (page.after === null) return null;
  const { by, value, id } = page.after;
  const isValue = sort.by === 'name' ? typeof value === 'string' : isPosition(value);
  if (by !== sort.by || !isValue || typeof id !== 'string') throw foreignCursor();
  return { value: value as string | number, id: id as MailAccountId };
}

/** Inverse of `positionOf`. */
export function positionIn({ value, id }: AccountPosition, { by }: AccountSort): object {
  return { by, value, id };
}

function readIds(parameters: QueryParameters): readonly MailAccountId[] | undefined {
  const names = ['filter[id]', 'filter[id][]'];
  const other = [...parameters.keys()].find(
    (name) => name.startsWith('filter[') && !FILTERS.some((known) => known === name),
  );
  if (other !== undefined) throw badParameter(other, 'is not a filter of this list');
  const name = names.find((each) => parameters.has(each));
  if (name === undefined) return undefined;
  const ids = new Set(names.flatMap((each) => parameters.get(each) ?? []).flatMap((text) => text.split(',')));
  if (ids.size > MAX_IDS) throw badParameter(name, `must not have more than ${MAX_IDS} ids`);
  return [...ids].flatMap((id) => (decodeName(id) as MailAccountId | undefined) ?? []);
}
