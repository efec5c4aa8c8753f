/** Keeps the articles in memory; they are new with every start. */

import type { Article } from './article.ts';

/** Finds and changes articles by id. */
export interface ArticleStore {
  find(id: number): Article | undefined;
  /** Replaces the article with the same id. */
  save(article: Article): void;
}

const SAMPLES: readonly Article[] = [
  {
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
  },
];

/** Gives a store that holds the sample article. */
export function createArticleStore(): ArticleStore {
  const articles = new Map(SAMPLES.map((article) => [article.id, article]));
  return {
    find: (id) => articles.get(id),
    save: (article) => void articles.set(article.id, article),
  };
}
