import type { ParameterSchemas } from '../../route/api-route.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, PAGE_PARAMETERS, type PageRequest, parsePage } from './page-parameters.ts';
import type { QueryReader } from './query-reader.ts';

const SCHEMAS: ParameterSchemas = {
  'page[offset]': {
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'The position of the first row; also `page[start]`.',
    examples: [0],
  },
  'page[limit]': {
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'The most rows.',
    examples: [50],
  },
  start: {
    type: 'integer',
    minimum: 0,
    description: 'As in version 0; excludes `page[...]`.',
    examples: [0],
  },
  limit: {
    type: 'integer',
    default: DEFAULT_LIMIT,
    description: 'As in version 0, negative for all; excludes `page[...]`.',
    examples: [50],
  },
  'page[number]': {
    type: 'integer',
    minimum: 1,
    description: 'The number of a page of `page[size]` rows, from 1; excludes cursors.',
    examples: [1],
  },
  'page[size]': {
    type: 'integer',
    minimum: 0,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description:
      'The most rows of a numbered page, or of one before or after a cursor. 0 without a cursor counts: `meta.page.total`, and no row.',
    examples: [50],
  },
  'page[after]': {
    type: 'string',
    description: 'The cursor of a `next` link. Pages by cursor stay in place while mail arrives.',
    examples: ['cursor-of-a-link'],
  },
  'page[before]': {
    type: 'string',
    description: 'The cursor of a `prev` link; `end` is after the last row.',
    examples: ['end'],
  },
};

/** Page parameters; `limit` is at most `maxRows`. */
export function pageReader(maxRows: number): QueryReader<PageRequest> {
  return {
    schemas: SCHEMAS,
    names: PAGE_PARAMETERS,
    read: ({ parameters }) => parsePage(parameters, { maxRows }),
  };
}

export const positiveLimitSchema: ParameterSchemas = {
  limit: {
    title: 'limit.search',
    type: 'integer',
    minimum: 1,
    default: DEFAULT_LIMIT,
    description: 'The most rows; excludes `page[...]`.',
    examples: [50],
  },
};
