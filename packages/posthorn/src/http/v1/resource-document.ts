/** The document of a request that creates or changes a resource (JSON:API 1.1 §crud). */
import { type ProblemCode, problemOf, RequestProblems } from '../answer/problem.ts';
import { isJsonObject } from '../request/json-object.ts';
import { shorten } from './query-values.ts';

/** Members by name, without those that begin with `@` (JSON:API 1.1 §document-member-names-at-members). */
export type Members = ReadonlyMap<string, unknown>;

/** The resource in a request document. Members that JSON:API does not know are passed over. */
export interface RequestedResource {
  /** Undefined when it has none. */
  readonly id: string | undefined;
  readonly attributes: Members;
  readonly relationships: Members;
  readonly meta: Members;
}

/**
 * The resource that is to be created. Throws RequestProblems: 400 for what is no resource object, 409 for one of another type, 403 for
 * one with an id.
 */
export function readNewResource(body: unknown, type: string): RequestedResource {
  const resource = readResource(body, type);
  if (resource.id === undefined) return resource;
  throw refusal('client-id-not-supported', 'id', `The id of a ${type} is given by the mail server.`);
}

/** The resource that is to be changed. Throws RequestProblems: 400, 409 for one of another type or id. */
export function readChangedResource(
  body: unknown,
  type: string,
): RequestedResource & { readonly id: string } {
  const { id, ...resource } = readResource(body, type);
  if (id !== undefined) return { id, ...resource };
  throw refusal('invalid-document', 'id', 'The resource has no id.');
}

/** Throws RequestProblems (409) unless the resource has the id that the address stands for. */
export function requireId({ id }: { readonly id: string }, expected: string): void {
  if (id === expected) return;
  throw refusal('resource-mismatch', 'id', `The address is that of "${expected}".`);
}

/** Throws RequestProblems for a body with data, where nothing can be told by it. */
export function refuseData(body: unknown): void {
  const hasData = body !== undefined && !(isJsonObject(body) && (body.data ?? null) === null);
  if (hasData) throw refusal('invalid-document', '', 'Nothing but an empty document can be sent here.');
}

function readResource(body: unknown, type: string): RequestedResource {
  const data = isJsonObject(body) ? body.data : undefined;
  if (!isJsonObject(data)) {
    throw refusal('invalid-document', '', 'The document must have one resource object as its data.');
  }
  if (typeof data.type !== 'string') throw refusal('invalid-document', 'type', 'The resource has no type.');
  if (data.type !== type) {
    throw refusal('resource-mismatch', 'type', `"${shorten(data.type)}" is not the type ${type}.`);
  }
  if (data.id !== undefined && typeof data.id !== 'string') {
    throw refusal('invalid-document', 'id', 'An id is a string.');
  }
  return {
    id: data.id,
    attributes: readMembers(data, 'attributes'),
    relationships: readMembers(data, 'relationships'),
    meta: readMembers(data, 'meta'),
  };
}

function readMembers(data: Readonly<Record<string, unknown>>, name: string): Members {
  const members = data[name] ?? {};
  if (!isJsonObject(members)) throw refusal('invalid-document', name, `"${name}" must be an object.`);
  return new Map(Object.entries(members).filter(([member]) => !member.startsWith('@')));
}

function refusal(code: ProblemCode, member: string, detail: string): RequestProblems {
  const pointer = member === '' ? '/data' : `/data/${member}`;
  return new RequestProblems([problemOf(code, { detail, source: { pointer } })]);
}
