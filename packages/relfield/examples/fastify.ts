/** An article service with Fastify. */

import Fastify, { type FastifyInstance } from 'fastify';
import { JsonApiError } from 'relfield';
import { createRelfieldPlugin, jsonApiServerOptions } from 'relfield/fastify';
import { ARTICLE, articles, identify } from './article-types.ts';

/** Gives the service; call `listen` on it. */
export async function createFastifyExample(): Promise<FastifyInstance> {
  const app = Fastify({ ...jsonApiServerOptions() });
  const { plugin, fieldsOf } = createRelfieldPlugin({
    relfield: articles,
    client: (request) => identify(request.headers.authorization),
  });
  await app.register(plugin);
  app.route<{ Params: { articleId: string } }>({
    // PATCH changes nothing here; it shows that every method can select fields.
    method: ['GET', 'PATCH'],
    url: '/articles/:articleId',
    config: { relfield: { type: 'article' } },
    handler: async (request) => {
      if (request.params.articleId !== '1') {
        throw new JsonApiError([
          { code: 'not-found', detail: `There is no article '${request.params.articleId}'.` },
        ]);
      }
      return fieldsOf(request).sparseDocument({ data: ARTICLE });
    },
  });
  return app;
}
