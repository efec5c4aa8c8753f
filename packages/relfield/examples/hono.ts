/** An article service with Hono, as it runs wherever requests are those of the Fetch API. */

import { type Context, Hono } from 'hono';
import { JSON_API_MEDIA_TYPE, JsonApiError, toRequestHead } from 'relfield';
import { ARTICLE, articles, identify } from './article-types.ts';

const METHODS = ['GET', 'HEAD', 'PATCH'];

interface Variables {
  /** The media type of the answer, once it is negotiated. */
  readonly contentType: string;
}

/** Gives the service; `fetch` of it answers requests. */
export function createHonoExample(): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  // PATCH changes nothing here; it shows that every method can select fields.
  app.on(['GET', 'PATCH'], '/articles/:articleId', (context) => {
    const client = identify(context.req.header('authorization'));
    const negotiated = articles.negotiate(toRequestHead(context.req.raw));
    // Errors from here on have this media type as well.
    context.set('contentType', negotiated.contentType);
    const fields = articles.select(negotiated, { client, primaryType: 'article' });
    const articleId = context.req.param('articleId');
    if (articleId !== '1')
      throw new JsonApiError([{ code: 'not-found', detail: `There is no article '${articleId}'.` }]);
    return answer(context, { status: 200, document: fields.sparseDocument({ data: ARTICLE }) });
  });
  app.all('/articles/:articleId', (context) => {
    context.header('Allow', METHODS.join(', '));
    throw new JsonApiError([
      { code: 'method-not-allowed', detail: `${context.req.method} is not possible here.` },
    ]);
  });
  app.notFound((context) =>
    refuse(context, new JsonApiError([{ code: 'not-found', detail: 'There is no such resource.' }])),
  );
  app.onError((error, context) => {
    if (!(error instanceof JsonApiError)) throw error;
    return refuse(context, error);
  });
  return app;
}

type AnyContext = Context<{ Variables: Variables }>;

function refuse(context: AnyContext, error: JsonApiError): Response {
  return answer(context, { status: error.status, document: error.toDocument() });
}

/** Not `context.json`: its media type is another. */
function answer(
  context: AnyContext,
  { status, document }: { readonly status: number; readonly document: object },
): Response {
  const headers = new Headers(context.res.headers);
  headers.set('Vary', 'Accept');
  headers.set('Content-Type', context.get('contentType') ?? JSON_API_MEDIA_TYPE);
  return new Response(JSON.stringify(document), { status, headers });
}
