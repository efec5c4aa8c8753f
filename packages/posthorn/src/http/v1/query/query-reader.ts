import type { FastifyRequest } from 'fastify';
import type { SelectedFields } from '../../../resources/identifiers/resource-types.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { ParameterSchemas } from '../../route/api-route.ts';

/** A request and its query. */
export interface AskedQuery {
  readonly request: FastifyRequest;
  readonly parameters: QueryParameters;
  readonly fields: SelectedFields;
}

/** Describes and parses parameters; routes refuse all others. */
export interface QueryReader<Value> {
  readonly schemas: ParameterSchemas;
  /** Names and families such as `filter[]`. Default: the schemas'. */
  readonly names?: readonly string[];
  /** Throws RequestProblems or MailError. */
  readonly read: (asked: AskedQuery) => Value;
}

type Parts = Readonly<Record<string, QueryReader<unknown>>>;
type Values<Read extends Parts> = { readonly [Name in keyof Read]: ReturnType<Read[Name]['read']> };

/** Combines readers; one error has all their problems. */
export function together<Read extends Parts>(parts: Read): QueryReader<Values<Read>> {
  const all = Object.entries(parts);
  return {
    schemas: Object.assign({}, ...all.map(([, { schemas }]) => schemas)),
    names: [...new Set(all.flatMap(([, part]) => namesOf(part)))],
    read: (asked) =>
      collectProblems(
        Object.fromEntries(all.map(([name, { read }]) => [name, () => read(asked)])),
      ) as Values<Read>,
  };
}

export const NO_PARAMETERS: QueryReader<null> = { schemas: {}, read: () => null };

/** Accepted names and families. */
export function namesOf({
  names,
  schemas,
}: Pick<QueryReader<unknown>, 'names' | 'schemas'>): readonly string[] {
  return names ?? Object.keys(schemas);
}
