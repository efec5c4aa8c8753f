/** Removes unchanged members from a document: many clients send a whole resource back to change a part of it. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../../request/json-object.ts';
import { typeNamed } from '../identifiers/collection-names.ts';
import type { Relationship, Resource } from '../json-api/json-api-document.ts';
import type { ChangedResource } from './resource-document.ts';

/** Many clients parse such texts as dates and write them back in UTC. */
const DATE =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** The resource of the document without the attributes and relationships that equal those of `shown`. */
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

/** In seconds since 1970; NaN for anything but a date with an offset. */
function secondsOf(value: unknown): number {
  return typeof value === 'string' && DATE.test(value) ? Math.floor(Date.parse(value) / 1000) : Number.NaN;
}

/** True also for one moment written in two ways. */
function isSame(requested: unknown, shown: unknown): boolean {
  return isDeepStrictEqual(requested, shown) || secondsOf(requested) === secondsOf(shown);
}

/** True also for a relationship without data: its links come from the server. */
function isUnchanged(requested: unknown, shown: Relationship | undefined): boolean {
  if (!isJsonObject(requested)) return false;
  return requested.data === undefined
    ? requested.links !== undefined
    : isDeepStrictEqual(identityOf(requested.data), identityOf(shown?.data));
}

/** Linkage as texts; other values unchanged. */
function identityOf(linkage: unknown): unknown {
  if (Array.isArray(linkage)) return linkage.map(identityOf);
  return isJsonObject(linkage) ? `${String(typeNamed(linkage.type))} ${String(linkage.id)}` : linkage;
}
