import type { FastifyReply } from 'fastify';
import type { JsonApiDocument } from '../../../resources/json-api-document.ts';
import { isTagListed, stateEntityTag, weakEntityTag } from '../../answer/entity-tag.ts';
import { addVary } from '../../answer/response-headers.ts';
import { accountDigestOf } from '../../request/idempotency/account-digest.ts';
import type { Exchange } from './exchange.ts';

/** A document and its header fields. */
export interface DocumentAnswer {
  readonly kind: 'document';
  readonly document: JsonApiDocument;
  readonly status?: 200 | 201;
  /** Default: the document's digest. */
  readonly entityTag?: string;
  /** The message state, before the tag's digest. */
  readonly state?: string;
  readonly location?: string;
  /** Receives the serialised document. */
  readonly onOctets?: (octets: Buffer) => void;
  /** Default: the request's address; null: the document cannot be read again. */
  readonly self?: string | null;
}

/** A serialised document. */
export interface KnownDocumentAnswer {
  readonly kind: 'known-document';
  readonly octets: Buffer;
  readonly entityTag?: string | undefined;
}

export type Answer =
  | DocumentAnswer
  | KnownDocumentAnswer
  | { readonly kind: 'not-modified'; readonly entityTag: string }
  | { readonly kind: 'no-content' };

const CACHE_CONTROL = 'private, no-cache';

/** True for GET and HEAD if the client has the representation. */
export function isFresh({ request }: Exchange, entityTag: string): boolean {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  return isReading && isTagListed(request.headers['if-none-match'], entityTag);
}

/** Sends a response; 304 for a current copy. */
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

/** Sends octets: Fastify would add a charset to text, which JSON:API 1.1 §media-type-parameter-rules forbids. */
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

/** Includes the account: equal mail of another account is another representation. */
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

/** Media types with parameters need a link object (§document-links-link-object). */
function toSelfLink({ negotiated }: Exchange, address: string): string | object {
  const { contentType } = negotiated;
  return contentType.includes(';') ? { href: address, type: contentType } : address;
}
