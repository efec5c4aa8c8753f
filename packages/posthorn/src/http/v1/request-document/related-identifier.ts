import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { typeNamed } from '../../../resources/identifiers/collection-names.ts';
import { parseMailFolderId } from '../../../resources/identifiers/parse-resource-ids.ts';
import { type ProblemCode, problemOf, RequestProblems } from '../../answer/problem.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { shorten } from '../query/query-values.ts';
import type { DocumentPosition } from './document-position.ts';
import type { ValueReader } from './document-values.ts';
import type { Members } from './resource-document.ts';

/** A reader of a resource identifier; gives the id. */
export function readIdentifier(type: string): ValueReader<string> {
  return (value, position) => {
    if (!isJsonObject(value)) return position.refuse(`Must be the type and id of a ${type}.`);
    if (typeNamed(value.type) !== type) return position.at('type').refuse(`Must be "${type}".`);
    return typeof value.id === 'string' ? value.id : position.at('id').refuse('Must be a string.');
  };
}

/** A reader of a relationship's `data`. */
export function readLinkage<Value>(read: ValueReader<Value>): ValueReader<Value> {
  return (value, position) => {
    const data = isJsonObject(value) ? value.data : undefined;
    return data === undefined
      ? position.refuse('Must be an object with data.')
      : read(data, position.at('data'));
  };
}

/** A reader that also accepts null. */
export function readNullable<Value>(read: ValueReader<Value>): ValueReader<Value | null> {
  return (value, position) => (value === null ? null : read(value, position));
}

/** Removes relationships without data: some clients send all. */
export function withoutEmptyLinkage(relationships: Members): Members {
  const isEmpty = (relationship: unknown): boolean => {
    if (!isJsonObject(relationship)) return false;
    const { data, links } = relationship;
    if (data === undefined) return links !== undefined;
    return data === null || (Array.isArray(data) && data.length === 0);
  };
  return new Map([...relationships].filter(([, relationship]) => !isEmpty(relationship)));
}

/** Reads relationships by name (JSON:API 1.1 §document-resource-object-linkage). */
export function readRelationships<Table extends Readonly<Record<string, ValueReader<unknown>>>>(
  relationships: Members,
  readers: Table,
  position: DocumentPosition,
): { readonly [Name in keyof Table]?: Table[Name] extends ValueReader<infer Value> ? Value : never } {
  refuseOthers(
    [...relationships.keys()].filter((name) => !Object.hasOwn(readers, name)),
    position,
  );
  const values = Object.entries(readers)
    .filter(([name]) => relationships.has(name))
    .map(([name, read]) => [name, readLinkage(read)(relationships.get(name), position.at(name))]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** A folder's mailbox. Throws RequestProblems (404) for a folder outside the account. */
export function requireFolderOf(
  account: MailAccount,
  { id, pointer }: { readonly id: string; readonly pointer: string },
): MailboxName {
  const folder = parseMailFolderId(id, account);
  if (folder !== undefined) return folder.mailbox;
  throw relatedUnknown('mailbox-unknown', { id, pointer });
}

/** Error of a missing related resource (JSON:API 1.1 §crud-creating-responses-404). */
export function relatedUnknown(
  code: Extract<ProblemCode, 'mailbox-unknown' | 'message-unknown' | 'attachment-unknown'>,
  { id, pointer }: { readonly id: string; readonly pointer: string },
): RequestProblems {
  const detail = `There is no "${shorten(id)}" in the account.`;
  return new RequestProblems([problemOf(code, { detail, source: { pointer } })]);
}

/** 403 for relationships that cannot change (§crud-updating-to-many-relationships). */
function refuseOthers(names: readonly string[], position: DocumentPosition): void {
  const [first, ...others] = names.map(shorten).map((name) =>
    problemOf('relationship-not-changeable', {
      detail: `"${name}" cannot be changed here.`,
      source: { pointer: position.at(name).pointer },
    }),
  );
  if (first !== undefined) throw new RequestProblems([first, ...others]);
}
