/** The article service: `GET`, `HEAD` and `PATCH /articles/{articleId}`. */

import Fastify, { type FastifyInstance } from 'fastify';
import { JsonApiError } from 'relfield';
import { createRelfieldPlugin, jsonApiServerOptions } from 'relfield/fastify';
import { type Article, fieldSelection, identifyClient } from './article.ts';
import { type ArticleStore, createArticleStore } from './article-store.ts';
import { updateArticle } from './article-update.ts';
import { allowAllOrigins } from './cors.ts';

/** Gives the service with articles of its own; call `listen` on it. */
export async function createService(): Promise<FastifyInstance> {
  const app = Fastify({ ...jsonApiServerOptions() });
  const store = createArticleStore();
  const { plugin, fieldsOf } = createRelfieldPlugin({
    relfield: fieldSelection,
    client: (request) => identifyClient(request.headers.authorization),
  });
  allowAllOrigins(app);
  await app.register(plugin);

  const url = '/articles/:articleId';
  const config = { relfield: { type: 'article' } };

  app.get<{ Params: ArticleParams }>(url, { config }, async (request) => {
    const data = findArticle(store, request.params.articleId);
    return fieldsOf(request).sparseDocument({ data });
  });

  app.patch<{ Params: ArticleParams }>(url, { config }, async (request) => {
    const article = findArticle(store, request.params.articleId);
    const client = identifyClient(request.headers.authorization);
    const data = updateArticle({ article, body: request.body, client });
    store.save(data);
    return fieldsOf(request).sparseDocument({ data });
  });

  return app;
}

interface ArticleParams {
  readonly articleId: string;
}

/** An id is an integer in its shortest form, so that one article has one URL. */
const ARTICLE_ID = /^(?:0|[1-9]\d{0,14})$/;

function findArticle(store: ArticleStore, articleId: string): Article {
  const article = ARTICLE_ID.test(articleId) ? store.find(Number(articleId)) : undefined;
  if (article) return article;
  throw new JsonApiError([{ code: 'not-found', detail: 'There is no article with this id.' }]);
}
