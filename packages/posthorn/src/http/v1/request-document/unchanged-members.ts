/** What a document says of a resource as it is anyway: many clients send all of a resource back to change a little of it. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../../request/json-object.ts';
import type { Relationship, Resource } from '../json-api/json-api-document.ts';
import type { ChangedResource } from './resource-document.ts';

/** Many clients make dates of their own of all texts like this, and write them in UTC. */
const DATE =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** The resource of the document without the attributes and relationships that it has already, as `shown` has them. */
export function withoutUnchanged(requested: ChangedResource, shown: Resource): ChangedResource {
  const { attributes, relationships = {} } = shown;
  return {
    ...requested,
    attributes: new Map(
      [...requested.attributes].filter(
        ([name, value]) => !(Object.hasOwn(attributes, name) && isSame(value, attributes[name])),
      ),
    ),
    relationships: new Map(
      [...requested.relationships].filter(
        ([name, value]) => !(Object.hasOwn(relationships, name) && isUnchanged(value, relationships[name])),
      ),
    ),
  };
}

/** In seconds since 1970; NaN for what is no date with its offset. */
function secondsOf(value: unknown): number {
  return typeof value === 'string' && DATE.test(value) ? Math.floor(Date.parse(value) / 1000) : Number.NaN;
}

/** True as well for one moment that is written in two ways. */
function isSame(requested: unknown, shown: unknown): boolean {
  return isDeepStrictEqual(requested, shown) || secondsOf(requested) === secondsOf(shown);
}

/** True for a relationship without data as well: its links are the server's. */
function isUnchanged(requested: unknown, shown: Relationship | undefined): boolean {
  if (!isJsonObject(requested)) return false;
  return requested.data === undefined
    ? requested.links !== undefined
    : isDeepStrictEqual(identityOf(requested.data), identityOf(shown?.data));
}

/** Linkage as texts; what is none, as it is. */
function identityOf(linkage: unknown): unknown {
  if (Array.isArray(linkage)) return linkage.map(identityOf);
  return isJsonObject(linkage) ? `${String(linkage.type)} ${String(linkage.id)}` : linkage;
}
