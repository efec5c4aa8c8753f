import { isDeepStrictEqual } from 'node:util';
import { typeNamed } from '../../../resources/identifiers/collection-names.ts';
import type { Relationship, Resource } from '../../../resources/json-api-document.ts';
import { isJsonObject } from '../../request/json-object.ts';
import type { ChangedResource } from './resource-document.ts';

/** Many clients parse dates and write them back in UTC. */
const DATE =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** Removes attributes and relationships that `shown` has: many clients send the whole resource. */
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

/** NaN unless a date with an offset. */
function secondsOf(value: unknown): number {
  return typeof value === 'string' && DATE.test(value) ? Math.floor(Date.parse(value) / 1000) : Number.NaN;
}

function isSame(requested: unknown, shown: unknown): boolean {
  return isDeepStrictEqual(requested, shown) || secondsOf(requested) === secondsOf(shown);
}

/** True without data: links are the server's. */
function isUnchanged(requested: unknown, shown: Relationship | undefined): boolean {
  if (!isJsonObject(requested)) return false;
  return requested.data === undefined
    ? requested.links !== undefined
    : isDeepStrictEqual(identitiesOf(requested.data), identitiesOf(shown?.data));
}

/** Linkage has one level; thousands in a document would overflow the stack. */
function identitiesOf(linkage: unknown): unknown {
  return Array.isArray(linkage) ? linkage.map(identityOf) : identityOf(linkage);
}

function identityOf(linkage: unknown): unknown {
  return isJsonObject(linkage) ? `${String(typeNamed(linkage.type))} ${String(linkage.id)}` : linkage;
}
