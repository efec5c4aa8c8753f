/** An article service with Express. */

import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import { JSON_API_MEDIA_TYPE, JsonApiError, toRequestHead } from 'relfield';
import { ARTICLE, articles, identify } from './article-types.ts';

/** Gives the service; call `listen` on it. */
export function createExpressExample(): Express {
  const app = express();
  app.use((_request, response, next) => {
    response.vary('Accept');
    next();
  });
  // PATCH changes nothing here; it shows that every method can select fields.
  app.route('/articles/:articleId').get(showArticle).patch(showArticle).all(refuseMethod);
  app.use(refusePath);
  app.use(answerError);
  return app;
}

const showArticle: RequestHandler<{ articleId: string }> = (request, response) => {
  const client = identify(request.headers.authorization);
  const negotiated = articles.negotiate(toRequestHead(request));
  // Errors from here on have this media type as well.
  response.setHeader('Content-Type', negotiated.contentType);
  const fields = articles.select(negotiated, { client, primaryType: 'article' });
  const { articleId } = request.params;
  if (articleId !== '1')
    throw new JsonApiError([{ code: 'not-found', detail: `There is no article '${articleId}'.` }]);
  sendDocument(response, fields.sparseDocument({ data: ARTICLE }));
};

const refuseMethod: RequestHandler = (request, response) => {
  response.setHeader('Allow', 'GET, HEAD, PATCH');
  throw new JsonApiError([{ code: 'method-not-allowed', detail: `${request.method} is not possible here.` }]);
};

const refusePath: RequestHandler = () => {
  throw new JsonApiError([{ code: 'not-found', detail: 'There is no such resource.' }]);
};

// biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters
const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof JsonApiError)) return next(error);
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', JSON_API_MEDIA_TYPE);
  response.status(error.status);
  sendDocument(response, error.toDocument());
};

/** Not `response.json`: it would append a charset, which JSON:API forbids. */
function sendDocument(response: Response, document: object): void {
  response.end(JSON.stringify(document));
}
