/** The resource types of the service, and who may read what. */

import { createRelfield, defineType } from 'relfield';

/** The URI by which clients name the extension. */
export const EXTENSION_URI = 'https://conjoon.org/json-api/ext/relfield';

/** Who is asking. Editors may read and write every field. */
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
    secretfield: { set: 'optional', readable: isEditor },
  },
});

// Comments have no endpoint yet; clients may already say which of their fields they want.
const comment = defineType('comment', { attributes: { author: 'default' } });

/** Field selection for this service. */
export const fieldSelection = createRelfield({
  types: [article, comment],
  extensions: [{ uri: EXTENSION_URI }],
  clientKey: ({ role }) => role,
});

/** The names of an article's attributes, in the order of every response. */
export const ARTICLE_ATTRIBUTES = article.attributes;

/** The name of an attribute. */
export type ArticleAttribute = (typeof ARTICLE_ATTRIBUTES)[number];

/** An article as it is stored: all attributes are text, the date has the shape `YYYY-MM-DD HH:MM:SS`. */
export interface Article {
  readonly id: number;
  readonly type: 'article';
  readonly attributes: Readonly<Record<ArticleAttribute, string>>;
}

/** Says whether a client may read and write the protected field. */
export function isEditor({ role }: Client): boolean {
  return role === 'editor';
}

/** Recognises a client by its Authorization header. A real service would look the token up. */
export function identifyClient(authorization: string | undefined): Client {
  return { role: authorization === 'Bearer editor' ? 'editor' : 'reader' };
}
