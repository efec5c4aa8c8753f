import type { FastifyInstance } from 'fastify';
import { isTagListed, weakEntityTag } from '../answer/entity-tag.ts';
import { publicPrefix } from '../request/url/public-address.ts';

/** A resource equal for all clients of one address. */
export interface RevalidatedResource {
  readonly path: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called at a base address's first request. */
  readonly load: (base: string) => Promise<string | Buffer>;
}

/** Servers have one or two addresses; proxies could invent many. */
const MAX_REMEMBERED = 4;

/**
 * Adds a GET route without a login. Caches must revalidate, so no client sees an old release's content (RFC
 * 9111 §5.2.2.4).
 */
export function addRevalidatedResource(
  app: FastifyInstance,
  { path, contentType, headers = {}, load }: RevalidatedResource,
): void {
  const loadOnce = remember(async (base) => {
    const content = await load(base);
    return { content, etag: weakEntityTag(content) };
  });
  app.get(path, async (request, reply) => {
    const { content, etag } = await loadOnce(publicPrefix(request));
    reply.headers({ ...headers, 'cache-control': 'no-cache', etag });
    if (isTagListed(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(contentType).send(content);
  });
}

function remember<Result>(load: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (key) => {
    const result = results.get(key) ?? load(key);
    if (results.size >= MAX_REMEMBERED && !results.has(key)) results.clear();
    results.set(key, result);
    return result;
  };
}
