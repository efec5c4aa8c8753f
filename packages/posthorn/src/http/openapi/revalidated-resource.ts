/** A resource that is the same for everybody as long as the server runs. */
import type { FastifyInstance } from 'fastify';
import { isTagListed, weakEntityTag } from '../entity-tag.ts';

export interface RevalidatedResource {
  readonly path: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives the content. It is called with the first request, and once. */
  readonly load: () => Promise<string | Buffer>;
}

/**
 * Adds a GET route without login. Caches may keep the content but ask each time whether it still holds: after an
 * update of the server nobody sees the old one (RFC 9111 §5.2.2.4, RFC 9110 §13.1.2).
 */
export function addRevalidatedResource(
  app: FastifyInstance,
  { path, contentType, headers = {}, load }: RevalidatedResource,
): void {
  let loading: Promise<{ readonly content: string | Buffer; readonly etag: string }> | undefined;
  app.get(path, async (request, reply) => {
    loading ??= load().then((content) => ({ content, etag: weakEntityTag(content) }));
    const { content, etag } = await loading;
    reply.headers({ ...headers, 'cache-control': 'no-cache', etag });
    if (isTagListed(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(contentType).send(content);
  });
}
