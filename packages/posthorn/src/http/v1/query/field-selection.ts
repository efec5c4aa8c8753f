/** relfield for v1's types: which media types are spoken, and which fields a request selects. */
import { createRelfield, type Relfield } from 'relfield';
import { type AnyResourceType, RESOURCE_TYPES, type TypeName } from '../identifiers/resource-types.ts';

/** The name of the extension in media types (relfield, rule 3). */
const RELFIELD_URI = 'https://conjoon.org/json-api/ext/relfield';
/** The name of the profile whose paging `page[size]`, `page[after]` and `page[before]` follow. */
export const CURSOR_PROFILE_URI = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/**
 * Mail clients that know relfield do not all name it in Accept, so it applies also where it is not named; and
 * those that know no JSON:API get the same documents as `application/json`.
 */
export const fieldSelection = createSelection(RESOURCE_TYPES);

/** The name of a relationship with its type: `MessageItem.MailFolder`. */
export type RelationshipPath = `${TypeName}.${string}`;

const listSelections = new Map<string, Relfield<AnyResourceType>>();

/**
 * The same for a list, in which relationships are optional fields: they would be most of it. Those that the client follows by `include`
 * stay, for every included resource must be found by the relationships of another (JSON:API 1.1 §document-compound-documents).
 */
export function listFieldSelection(followed: ReadonlySet<RelationshipPath>): Relfield<AnyResourceType> {
  // Few relationships can be followed, so there are few sets of them.
  const key = [...followed].sort().join(',');
  const known = listSelections.get(key) ?? createSelection(toListTypes(followed));
  listSelections.set(key, known);
  return known;
}

/** The same fields: only what is sent by default differs. */
function toListTypes(followed: ReadonlySet<RelationshipPath>): readonly AnyResourceType[] {
  return RESOURCE_TYPES.map((type) => ({
    ...type,
    fields: type.fields.map((field): typeof field => {
      const isShown = field.kind === 'attribute' || followed.has(`${type.name}.${field.name}`);
      return isShown ? field : { ...field, set: 'optional' };
    }),
  }));
}

function createSelection(types: readonly AnyResourceType[]): Relfield<AnyResourceType> {
  return createRelfield<AnyResourceType>({
    types,
    extensions: [{ uri: RELFIELD_URI }],
    activation: 'implicit',
    profiles: [CURSOR_PROFILE_URI],
    alternativeMediaTypes: ['application/json'],
  });
}
