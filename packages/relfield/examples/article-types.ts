/** The resource types that both example servers offer. */

import { createRelfield, defineType } from 'relfield';

/** The URI by which clients name the extension. */
export const EXTENSION_URI = 'https://conjoon.org/json-api/ext/relfield';

/** Who is asking. */
export interface Client {
  readonly role: 'reader' | 'editor';
}

const article = defineType('article', {
  attributes: {
    title: 'default',
    author: 'default',
    date: 'default',
    teaser: 'default',
    text: 'default',
    version: 'optional',
    secretfield: { set: 'optional', readable: (client: Client) => client.role === 'editor' },
  },
});

const comment = defineType('comment', { attributes: { author: 'default' } });

/** Field selection for articles. */
export const articles = createRelfield({
  types: [article, comment],
  extensions: [{ uri: EXTENSION_URI }],
  clientKey: (client) => client.role,
});

/** The only article there is. */
export const ARTICLE = {
  id: 1,
  type: 'article',
  attributes: {
    title: 'JSON:API paints my bikeshed!',
    author: 'Jane Doe',
    date: '2022-11-05 10:30:00',
    teaser: 'Nobody argues about the shed any more.',
    text: 'Nobody argues about the shed any more. The colour is in the specification.',
    version: '1.0',
    secretfield: 'The shed was never painted.',
  },
} as const;

/** Recognises editors by a fixed token; a real service would look the token up. */
export function identify(authorization: string | undefined): Client {
  return { role: authorization === 'Bearer editor' ? 'editor' : 'reader' };
}
