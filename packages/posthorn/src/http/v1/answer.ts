/** What a route of v1 answers, and how it goes out. */
import type { FastifyReply } from 'fastify';
import { isTagListed, weakEntityTag } from '../entity-tag.ts';
import { addVary } from '../response-headers.ts';
import type { Exchange } from './exchange.ts';
import type { JsonApiDocument } from './json-api-document.ts';

/** A document, or the news that the client's copy of it is still right. */
export type Answer =
  | { readonly kind: 'document'; readonly document: JsonApiDocument; readonly entityTag?: string }
  | { readonly kind: 'not-modified'; readonly entityTag: string };

/** Mail is for one person, and is asked for again each time: only the transfer is saved. */
const CACHE_CONTROL = 'private, no-cache';

/** True when the client has told that it has what the tag stands for. */
export function isFresh({ request }: Exchange, entityTag: string): boolean {
  return isTagListed(request.headers['if-none-match'], entityTag);
}

/** Sends the answer with its headers; 304 without a body when the client has the document. */
export function sendAnswer(exchange: Exchange, reply: FastifyReply, answer: Answer): FastifyReply {
  const { contentType } = exchange.negotiated;
  reply.header('cache-control', CACHE_CONTROL);
  addVary(reply, 'Accept');
  if (answer.kind === 'not-modified') return reply.code(304).header('etag', answer.entityTag).send();
  // A buffer: to a text Fastify would add a charset, which the media type does not allow (JSON:API 1.1 §media-type-parameter-rules).
  const octets = Buffer.from(JSON.stringify(toTopLevel(exchange, answer.document)));
  const entityTag = answer.entityTag ?? weakEntityTag(contentType, octets);
  reply.header('etag', entityTag);
  if (isFresh(exchange, entityTag)) return reply.code(304).send();
  return reply.header('content-type', contentType).send(octets);
}

function toTopLevel(exchange: Exchange, document: JsonApiDocument): object {
  const { data, included, links, meta } = document;
  return {
    jsonapi: toJsonApiObject(exchange),
    links: { self: toSelfLink(exchange), ...links },
    ...(meta && { meta }),
    data,
    ...(included && { included }),
  };
}

function toJsonApiObject({ negotiated: { extensions } }: Exchange): object {
  return { version: '1.1', ...(extensions.length > 0 && { ext: extensions }) };
}

/** Where the media type has parameters, the link tells them (JSON:API 1.1 §document-links-link-object). */
function toSelfLink({ negotiated, link }: Exchange): string | object {
  const { contentType } = negotiated;
  return contentType.includes(';') ? { href: link(), type: contentType } : link();
}
