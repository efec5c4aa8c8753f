import { createRelfield, type Relfield } from 'relfield';
import { type AnyResourceType, RESOURCE_TYPES, type TypeName } from './identifiers/resource-types.ts';

const RELFIELD_URI = 'https://conjoon.org/json-api/ext/relfield';
/** The profile of `page[size]`, `page[after]` and `page[before]`. */
export const CURSOR_PROFILE_URI = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/** Applies relfield even if Accept omits it, as some relfield clients do. */
export const fieldSelection = createSelection(RESOURCE_TYPES);

/** Type and relationship: `MessageItem.MailFolder`. */
export type RelationshipPath = `${TypeName}.${string}`;

const listSelections = new Map<string, Relfield<AnyResourceType>>();

/**
 * Makes list relationships optional, except those of `include`, for full linkage (JSON:API 1.1
 * §document-compound-documents).
 */
export function listFieldSelection(followed: ReadonlySet<RelationshipPath>): Relfield<AnyResourceType> {
  const key = [...followed].sort().join(',');
  const known = listSelections.get(key) ?? createSelection(toListTypes(followed));
  listSelections.set(key, known);
  return known;
}

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
