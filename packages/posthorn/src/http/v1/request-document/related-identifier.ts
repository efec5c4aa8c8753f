/** Relationships in request documents: the resources that they name (JSON:API 1.1 §document-resource-object-linkage). */
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import { type ProblemCode, problemOf, RequestProblems } from '../../answer/problem.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { typeNamed } from '../identifiers/collection-names.ts';
import { parseMailFolderId } from '../identifiers/parse-resource-ids.ts';
import { shorten } from '../query/query-values.ts';
import type { DocumentPlace } from './document-place.ts';
import type { ValueReader } from './document-values.ts';
import type { Members } from './resource-document.ts';

/** The id in a resource identifier of that type. */
export function readIdentifier(type: string): ValueReader<string> {
  return (value, place) => {
    if (!isJsonObject(value)) return place.refuse(`Must be the type and id of a ${type}.`);
    if (typeNamed(value.type) !== type) return place.at('type').refuse(`Must be "${type}".`);
    return typeof value.id === 'string' ? value.id : place.at('id').refuse('Must be a string.');
  };
}

/** The `data` of a relationship object, read by `read`. */
export function readLinkage<Value>(read: ValueReader<Value>): ValueReader<Value> {
  return (value, place) => {
    const data = isJsonObject(value) ? value.data : undefined;
    return data === undefined ? place.refuse('Must be an object with data.') : read(data, place.at('data'));
  };
}

/** The same where null says that there is none. */
export function readNullable<Value>(read: ValueReader<Value>): ValueReader<Value | null> {
  return (value, place) => (value === null ? null : read(value, place));
}

/**
 * Those that relate to anything. What is to be created does not yet, and some clients say so of every relationship that they know;
 * others send back the links that they got, without data.
 */
export function withoutEmptyLinkage(relationships: Members): Members {
  const isEmpty = (relationship: unknown): boolean => {
    if (!isJsonObject(relationship)) return false;
    const { data, links } = relationship;
    if (data === undefined) return links !== undefined;
    return data === null || (Array.isArray(data) && data.length === 0);
  };
  return new Map([...relationships].filter(([, relationship]) => !isEmpty(relationship)));
}

/** Where a relationship points, by name; those that the document has not are missing. */
export function readRelationships<Table extends Readonly<Record<string, ValueReader<unknown>>>>(
  relationships: Members,
  readers: Table,
  place: DocumentPlace,
): { readonly [Name in keyof Table]?: Table[Name] extends ValueReader<infer Value> ? Value : never } {
  refuseOthers(
    [...relationships.keys()].filter((name) => !Object.hasOwn(readers, name)),
    place,
  );
  const values = Object.entries(readers)
    .filter(([name]) => relationships.has(name))
    .map(([name, read]) => [name, readLinkage(read)(relationships.get(name), place.at(name))]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The mailbox of a folder that a relationship names. Throws RequestProblems (404, which points at it). */
export function requireFolderOf(
  account: MailAccount,
  { id, pointer }: { readonly id: string; readonly pointer: string },
): MailboxName {
  const folder = parseMailFolderId(id, account);
  if (folder !== undefined) return folder.mailbox;
  throw relatedUnknown('mailbox-unknown', { id, pointer });
}

/** The failure of a request that names a resource which is not there (JSON:API 1.1 §crud-creating-responses-404). */
export function relatedUnknown(
  code: Extract<ProblemCode, 'mailbox-unknown' | 'message-unknown' | 'attachment-unknown'>,
  { id, pointer }: { readonly id: string; readonly pointer: string },
): RequestProblems {
  const detail = `There is no "${shorten(id)}" in the account.`;
  return new RequestProblems([problemOf(code, { detail, source: { pointer } })]);
}

/** Throws RequestProblems (403) for relationships that cannot be changed, or not by telling them all (§crud-updating-to-many-relationships). */
function refuseOthers(names: readonly string[], place: DocumentPlace): void {
  const [first, ...others] = names.map(shorten).map((name) =>
    problemOf('relationship-not-changeable', {
      detail: `"${name}" cannot be changed here.`,
      source: { pointer: place.at(name).pointer },
    }),
  );
  if (first !== undefined) throw new RequestProblems([first, ...others]);
}
