import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../query/page-parameters.ts';
import type { QueryReader } from '../query/query-reader.ts';
import { badParameter, singleValueOf } from '../query/query-values.ts';

const SINCE = 'since';
export const CHANGES_LIMIT = 'page[limit]';

const DIGITS = /^[0-9]{1,3}$/;

/** The client's last state; null initially. */
export const sinceParameter: QueryReader<string | null> = {
  schemas: {
    since: {
      type: 'string',
      description:
        'The `meta.state` of what the client has read. Without it, the answer has the current state and no changes.',
      examples: ['ukeNAThH2NU3ZVlYxqVU2AD-j9AGhSIDhSI'],
    },
  },
  read: ({ parameters }) => singleValueOf(parameters, SINCE) ?? null,
};

export const changesLimit: QueryReader<number> = {
  schemas: {
    'page[limit]': {
      title: 'page.limit.changes',
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'The most messages in `data`.',
      examples: [50],
    },
  },
  read: ({ parameters }) => parseChangesLimit(parameters),
};

function parseChangesLimit(parameters: QueryParameters): number {
  const text = singleValueOf(parameters, CHANGES_LIMIT);
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = DIGITS.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT) throw badParameter(CHANGES_LIMIT, `must be from 1 to ${MAX_LIMIT}`);
  return limit;
}
