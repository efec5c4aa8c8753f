import type { MessageCriterion } from '../../../domain/messages/message-query.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { ParameterSchemas } from '../../route/api-route.ts';
import type { QueryReader } from '../query/query-reader.ts';
import { badParameter, singleValueOf } from '../query/query-values.ts';
import { FILTER_CONDITIONS } from './filter-conditions.ts';
import { parsePolishNotation } from './polish-notation.ts';

const SCHEMAS: ParameterSchemas = {
  ...Object.fromEntries(
    [...FILTER_CONDITIONS].map(([name, { expected, example, schema = { type: 'string' } }]) => [
      `filter[${name}]`,
      { ...schema, description: `Must be ${expected}. All filters have to hold.`, examples: [example] },
    ]),
  ),
  filter: {
    type: 'string',
    description:
      'Conditions in Polish notation, as JSON: `AND` and `OR` over a list, `NOT` over one; `=`, `!=` and `IN` over a condition, and `>=`, `>`, `<`, `<=` over `uid`.',
    examples: ['{"OR":[{"=":{"seen":false}},{">=":{"uid":10}}]}'],
  },
};

export const conditionFilters: QueryReader<MessageCriterion | null> = {
  schemas: SCHEMAS,
  names: ['filter', 'filter[]'],
  read: ({ parameters }) => parseFilters(parameters),
};

const FAMILY = /^filter\[(.*)\]$/s;

/** Combines all filters by AND; null for none. Throws RequestProblems for each invalid one. */
export function parseFilters(parameters: QueryParameters): MessageCriterion | null {
  const parsers = filterParsers(parameters).map((parse, index) => [index, parse] as const);
  const criteria = Object.values(collectProblems(Object.fromEntries(parsers)));
  const [criterion, ...further] = criteria;
  if (criterion === undefined) return null;
  return further.length === 0 ? criterion : { kind: 'all-of', criteria };
}

function filterParsers(parameters: QueryParameters): readonly (() => MessageCriterion)[] {
  const single = [...parameters].flatMap(([parameter, values]) => {
    const [, name] = FAMILY.exec(parameter) ?? [];
    return name === undefined ? [] : values.map((value) => () => parseSingle({ parameter, name, value }));
  });
  if (!parameters.has('filter')) return single;
  return [...single, () => parsePolishNotation(singleValueOf(parameters, 'filter') ?? '')];
}

interface SingleFilter {
  readonly parameter: string;
  readonly name: string;
  readonly value: string;
}

function parseSingle({ parameter, name, value }: SingleFilter): MessageCriterion {
  const condition = FILTER_CONDITIONS.get(name);
  if (condition === undefined) {
    throw badParameter(parameter, `is no filter; there are ${[...FILTER_CONDITIONS.keys()].join(', ')}`);
  }
  const criterion = condition.parse(value);
  if (criterion === undefined) throw badParameter(parameter, `must be ${condition.expected}`);
  return criterion;
}
