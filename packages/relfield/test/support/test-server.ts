/** Starts Fastify on a free port of the loopback interface and closes it after the test. */

import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { createRelfieldPlugin, jsonApiServerOptions } from 'relfield/fastify';
import { articles, type Client, identify } from '../../examples/article-types.ts';

type ArticlePlugin = ReturnType<typeof createArticlePlugin>;

function createArticlePlugin() {
  return createRelfieldPlugin({
    relfield: articles,
    client: (request): Client | Promise<Client> => {
      const { authorization } = request.headers;
      if (authorization === 'Bearer expired')
        throw Object.assign(new Error('The token has expired.'), { statusCode: 401 });
      return Promise.resolve(identify(authorization));
    },
  });
}

/** Adds routes to a server whose requests go through the plugin. */
export type AddRoutes = (app: FastifyInstance, plugin: ArticlePlugin) => void;

/** Starts a server with the plugin and some routes; gives its port. */
export async function startServer(t: TestContext, addRoutes: AddRoutes): Promise<number> {
  const app = Fastify({ ...jsonApiServerOptions() });
  const articlePlugin = createArticlePlugin();
  await app.register(articlePlugin.plugin);
  addRoutes(app, articlePlugin);
  return listen(t, app);
}

/** Starts a server; gives its port. */
export async function listen(t: TestContext, app: FastifyInstance): Promise<number> {
  t.after(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}
