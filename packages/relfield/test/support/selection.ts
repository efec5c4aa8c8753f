/** Selects fields from a query in one call, for tests that are not about negotiation. */

import {
  type ClientOf,
  createRelfield,
  type FieldSelection,
  JsonApiError,
  type Problem,
  type RelfieldOptions,
  type ResourceType,
} from 'relfield';

/** A service, a query and who asks. */
export interface SelectionCase<Type extends ResourceType> {
  readonly options: Omit<RelfieldOptions<Type>, 'extensions'> &
    Partial<Pick<RelfieldOptions<Type>, 'extensions'>>;
  readonly query: string;
  readonly client: ClientOf<Type>;
  readonly accept?: string;
  readonly primaryType?: Type['name'];
  readonly hostParameters?: readonly string[];
}

const ACCEPT = 'application/vnd.api+json;ext="u:rel"';

/** Gives the selection, or throws as the service does. */
export function select<Type extends ResourceType>(given: SelectionCase<Type>): FieldSelection<Type> {
  const relfield = createRelfield<Type>({ extensions: [{ uri: 'u:rel' }], ...given.options });
  const { query, client, accept = ACCEPT, primaryType, hostParameters } = given;
  const negotiated = relfield.negotiate({
    target: `/?${query}`,
    accept,
    contentType: undefined,
    hasBody: false,
  });
  return relfield.select(negotiated, { client, primaryType, hostParameters });
}

/** Gives the problems of a query that must be refused. */
export function problemsOf<Type extends ResourceType>(given: SelectionCase<Type>): readonly Problem[] {
  try {
    select(given);
  } catch (error) {
    if (error instanceof JsonApiError) return error.problems;
    throw error;
  }
  throw new Error(`The query '${given.query}' is not refused.`);
}
