/** A resource that is the same for everybody who reaches the server by the same address. */
import type { FastifyInstance } from 'fastify';
import { isTagListed, weakEntityTag } from '../answer/entity-tag.ts';
import { publicPrefix } from '../request/url/public-address.ts';

export interface RevalidatedResource {
  readonly path: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives the content for what stands before paths. It is called with the first request that needs it. */
  readonly load: (base: string) => Promise<string | Buffer>;
}

/** An installation is reached by one address, seldom by two; the rest would be proxies that make them up. */
const MAX_REMEMBERED = 4;

/**
 * Adds a GET route without login. Caches may keep the content but ask each time whether it still holds: after an
 * update of the server nobody sees the old one (RFC 9111 §5.2.2.4, RFC 9110 §13.1.2).
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

/** The same function, with the results of its latest keys kept. */
function remember<Result>(load: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (key) => {
    const result = results.get(key) ?? load(key);
    if (results.size >= MAX_REMEMBERED && !results.has(key)) results.clear();
    results.set(key, result);
    return result;
  };
}
