import { typeNamed } from '../../../resources/identifiers/collection-names.ts';
import type { ResourceIdentifier } from '../../../resources/json-api-document.ts';
import { type ProblemCode, problemOf, RequestProblems } from '../../answer/problem.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { shorten } from '../query/query-values.ts';
import { DocumentPosition } from './document-position.ts';

/** Without `@` members (JSON:API 1.1 §document-member-names-at-members). */
export type Members = ReadonlyMap<string, unknown>;

/** A request's resource. Unknown members are ignored. */
export interface RequestedResource {
  readonly id: string | undefined;
  readonly attributes: Members;
  readonly relationships: Members;
  readonly meta: Members;
}

/** A resource to change. */
export interface ChangedResource extends RequestedResource {
  readonly id: string;
}

/** Reads a new resource. Throws RequestProblems: 400, 403 for an id, 409 for another type, 422 for unknown meta. */
export function readNewResource(
  body: unknown,
  type: string,
  metaNames: readonly string[] = [],
): RequestedResource {
  const resource = readResource(body, type, metaNames);
  if (resource.id === undefined) return resource;
  throw refusal('client-id-not-supported', 'id', `The server chooses ids of the type ${type}.`);
}

/** Reads a new resource that may have an id. Otherwise throws like `readNewResource`. */
export function readNamedResource(body: unknown, type: string): RequestedResource {
  return readResource(body, type);
}

/** Reads a changed resource. Throws RequestProblems: 400, 409 for another type, 422 for unknown meta. */
export function readChangedResource(body: unknown, type: string): ChangedResource {
  const { id, ...resource } = readResource(body, type);
  if (id !== undefined) return { id, ...resource };
  throw refusal('invalid-document', 'id', 'The resource has no id.');
}

/** Throws RequestProblems (409) for an id other than the address's. */
export function requireId({ id }: { readonly id: string }, expected: string): void {
  if (id === expected) return;
  throw refusal('resource-mismatch', 'id', `The address is that of "${expected}".`);
}

/**
 * Accepts no body, or the address's identifier. Throws RequestProblems: 409 for another resource, 400 or 422
 * for more.
 */
export function requireNothingMore(body: unknown, { type, id }: ResourceIdentifier): void {
  if (body === undefined || (isJsonObject(body) && (body.data ?? null) === null)) return;
  const resource = readResource(body, type);
  if (resource.id !== undefined) requireId({ id: resource.id }, id);
  const { attributes, relationships, meta } = resource;
  if (attributes.size + relationships.size + meta.size === 0) return;
  throw refusal('invalid-document', '', `Nothing but the type and the id of the ${type} can be sent here.`);
}

/** Meta of responses, which clients send back. */
const ANSWER_META: ReadonlySet<string> = new Set(['previousId', 'warnings', 'state', 'page']);

const RESOURCE_ANSWER_META: ReadonlySet<string> = new Set(['change', 'fields', 'truncated']);

/** Throws RequestProblems (422) for unknown meta. */
export function refuseUnknownMeta(body: unknown, metaNames: readonly string[] = []): void {
  const { meta, data } = isJsonObject(body) ? body : {};
  const ofDocument = isJsonObject(meta) ? Object.keys(meta).filter((name) => !ANSWER_META.has(name)) : [];
  const ofResource =
    isJsonObject(data) && isJsonObject(data.meta)
      ? Object.keys(data.meta).filter((name) => !metaNames.includes(name) && !RESOURCE_ANSWER_META.has(name))
      : [];
  const position = new DocumentPosition('');
  for (const name of ofDocument.filter(isMember)) {
    position
      .at('meta')
      .at(name)
      .refuse(
        metaNames.includes(name)
          ? `"${name}" belongs to the meta of the resource: /data/meta/${name}.`
          : `There is no "${shorten(name)}" here.`,
      );
  }
  for (const name of ofResource.filter(isMember)) {
    const known = metaNames.length === 0 ? '' : `; there are ${metaNames.join(', ')}`;
    position
      .at('data')
      .at('meta')
      .at(name)
      .refuse(`There is no "${shorten(name)}" here${known}.`);
  }
  position.finish();
}

function readResource(body: unknown, type: string, metaNames: readonly string[] = []): RequestedResource {
  const data = isJsonObject(body) ? body.data : undefined;
  if (!isJsonObject(data)) {
    throw refusal(
      'invalid-document',
      '',
      `The document must have one resource object as its data, such as {"data":{"type":"${type}","attributes":{}}}.`,
    );
  }
  if (typeof data.type !== 'string') throw refusal('invalid-document', 'type', 'The resource has no type.');
  if (typeNamed(data.type) !== type) {
    throw refusal('resource-mismatch', 'type', `"${shorten(data.type)}" is not the type ${type}.`);
  }
  // WarpDrive sends null for a new resource.
  const id = data.id ?? undefined;
  if (id !== undefined && typeof id !== 'string') {
    throw refusal('invalid-document', 'id', 'An id is a string.');
  }
  const members = {
    id,
    attributes: readMembers(data, 'attributes'),
    relationships: readMembers(data, 'relationships'),
    meta: readMembers(data, 'meta'),
  };
  refuseUnknownMeta(body, metaNames);
  return members;
}

function readMembers(data: Readonly<Record<string, unknown>>, name: string): Members {
  const members = data[name] ?? {};
  if (!isJsonObject(members)) throw refusal('invalid-document', name, `"${name}" must be an object.`);
  return new Map(Object.entries(members).filter(([member]) => isMember(member)));
}

function isMember(name: string): boolean {
  return !name.startsWith('@');
}

function refusal(code: ProblemCode, member: string, detail: string): RequestProblems {
  const pointer = member === '' ? '/data' : `/data/${member}`;
  return new RequestProblems([problemOf(code, { detail, source: { pointer } })]);
}
