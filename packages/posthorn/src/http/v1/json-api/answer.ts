/** The answers of v1's routes, and how they are sent. */
import type { FastifyReply } from 'fastify';
import { isTagListed, stateEntityTag, weakEntityTag } from '../../answer/entity-tag.ts';
import { addVary } from '../../answer/response-headers.ts';
import { accountDigestOf } from '../../request/idempotency/account-digest.ts';
import type { Exchange } from './exchange.ts';
import type { JsonApiDocument } from './json-api-document.ts';

/** A document with its headers. */
export interface DocumentAnswer {
  readonly kind: 'document';
  readonly document: JsonApiDocument;
  /** 200 unless something was created. */
  readonly status?: 200 | 201;
  /** The whole tag, where it is not made of the document. */
  readonly entityTag?: string;
  /** What the tag tells in front of the digest of the document: the state of the message that the document shows. */
  readonly state?: string;
  /** The address of what was created. */
  readonly location?: string;
  /** Receives the document as it is sent. */
  readonly onOctets?: (octets: Buffer) => void;
  /** The address of the document where it is not that of the request; null where there is none to read it at. */
  readonly self?: string | null;
}

/** A document that was serialised before. */
export interface KnownDocumentAnswer {
  readonly kind: 'known-document';
  readonly octets: Buffer;
  /** The whole tag, where it is not made of the document. */
  readonly entityTag?: string | undefined;
}

/** A document, the confirmation that the client's copy is current, or no content. */
export type Answer =
  | DocumentAnswer
  | KnownDocumentAnswer
  | { readonly kind: 'not-modified'; readonly entityTag: string }
  | { readonly kind: 'no-content' };

/** Mail is private, and revalidated each time: caching saves the transfer only. */
const CACHE_CONTROL = 'private, no-cache';

/** True when the client already has the representation with this tag. Applies to reading only. */
export function isFresh({ request }: Exchange, entityTag: string): boolean {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  return isReading && isTagListed(request.headers['if-none-match'], entityTag);
}

/** Sends the answer with its headers; 304 without a body when the client has the document. */
export function sendAnswer(exchange: Exchange, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.header('cache-control', CACHE_CONTROL);
  addVary(reply, 'Accept');
  if (answer.kind === 'not-modified') return reply.code(304).header('etag', answer.entityTag).send();
  if (answer.kind === 'no-content') return reply.code(204).send();
  if (answer.kind === 'known-document') return sendOctets(exchange, reply, answer);
  const octets = Buffer.from(JSON.stringify(toTopLevel(exchange, answer)));
  answer.onOctets?.(octets);
  return sendOctets(exchange, reply, { ...answer, octets });
}

interface OctetsAnswer extends Pick<DocumentAnswer, 'state' | 'location' | 'status'> {
  readonly octets: Buffer;
  readonly entityTag?: string | undefined;
}

/** A buffer: to a text Fastify would add a charset, which the media type does not allow (JSON:API 1.1 §media-type-parameter-rules). */
function sendOctets(exchange: Exchange, reply: FastifyReply, answer: OctetsAnswer): FastifyReply {
  const { contentType } = exchange.negotiated;
  const entityTag = answer.entityTag ?? tagOfOctets(exchange, answer);
  reply.header('etag', entityTag);
  if (isFresh(exchange, entityTag)) return reply.code(304).send();
  if (answer.location !== undefined) reply.header('location', answer.location);
  return reply
    .code(answer.status ?? 200)
    .header('content-type', contentType)
    .send(answer.octets);
}

/** A tag is of one account: equal mail of another one is another representation. */
function tagOfOctets({ request, negotiated }: Exchange, { state, octets }: OctetsAnswer): string {
  const { contentType } = negotiated;
  const account = accountDigestOf(request);
  return state === undefined
    ? weakEntityTag(account, contentType, octets)
    : stateEntityTag({ state, account }, contentType, octets);
}

function toTopLevel(exchange: Exchange, { document, self }: DocumentAnswer): object {
  const { data, included, links, meta } = document;
  const address = self === undefined ? exchange.link() : self;
  const allLinks = { ...(address !== null && { self: toSelfLink(exchange, address) }), ...links };
  return {
    jsonapi: toJsonApiObject(exchange),
    ...(Object.keys(allLinks).length > 0 && { links: allLinks }),
    ...(meta && { meta }),
    ...(data !== undefined && { data }),
    ...(included && { included }),
  };
}

function toJsonApiObject({ negotiated: { extensions } }: Exchange): object {
  return { version: '1.1', ...(extensions.length > 0 && { ext: extensions }) };
}

/** Where the media type has parameters, the link tells them (JSON:API 1.1 §document-links-link-object). */
function toSelfLink({ negotiated }: Exchange, address: string): string | object {
  const { contentType } = negotiated;
  return contentType.includes(';') ? { href: address, type: contentType } : address;
}
