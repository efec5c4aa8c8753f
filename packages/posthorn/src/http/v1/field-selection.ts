/** relfield for v1's types: which media types are spoken, and which fields a request selects. */
import { createRelfield } from 'relfield';
import { type AnyResourceType, RESOURCE_TYPES } from './resource-types.ts';

/** The name of the extension in media types (relfield, rule 3). */
const RELFIELD_URI = 'https://conjoon.org/json-api/ext/relfield';
/** The name of the profile whose paging `page[size]`, `page[after]` and `page[before]` follow. */
export const CURSOR_PROFILE_URI = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/**
 * Mail clients that know relfield do not all name it in Accept, so it applies also where it is not named; and
 * those that know no JSON:API get the same documents as `application/json`.
 */
export const fieldSelection = createRelfield<AnyResourceType>({
  types: RESOURCE_TYPES,
  extensions: [{ uri: RELFIELD_URI }],
  activation: 'implicit',
  profiles: [CURSOR_PROFILE_URI],
  alternativeMediaTypes: ['application/json'],
});
