/** Reads the attributes of a request document by a table. */

import { isJsonObject } from '../../request/json-object.ts';
import { shorten } from '../query/query-values.ts';
import type { DocumentPlace } from './document-place.ts';
import type { ValueReader } from './document-values.ts';
import type { Members } from './resource-document.ts';

type Readers = Readonly<Record<string, ValueReader<unknown>>>;

/** The attributes of the document; those that it does not have are absent. */
export type ReadAttributes<Table extends Readers> = {
  readonly [Name in keyof Table]?: Table[Name] extends ValueReader<infer Value> ? Value : never;
};

export interface AttributeTable<Table extends Readers> {
  readonly readers: Table;
  /** Attributes that answers show and that nobody can change. */
  readonly readOnly: readonly string[];
  /** Attributes, read-only ones as well, for which null is as good as missing: some clients send it for all that they do not know. */
  readonly passesNull?: (name: string) => boolean;
}

/**
 * The values of the attributes. Refuses at their places those that cannot be used, that cannot be changed, and that do not exist: a
 * slip of the pen must not be lost silently.
 */
export function readAttributes<Table extends Readers>(
  attributes: Members,
  { readers, readOnly, passesNull = () => false }: AttributeTable<Table>,
  place: DocumentPlace,
): ReadAttributes<Table> {
  const known = new Map(Object.entries(readers));
  const values: [string, unknown][] = [];
  for (const [name, value] of attributes) {
    const read = known.get(name);
    const isKnown = read !== undefined || readOnly.includes(name);
    if (!isKnown && holdsLinks(name, value)) continue;
    if (value === null && isKnown && passesNull(name)) continue;
    if (read === undefined) refuseName(name, { readOnly, known: [...known.keys()] }, place.at(name));
    else values.push([name, read(value, place.at(name))]);
  }
  // Each reader has given the value of its own name; refused values are undefined, and `finish` throws for them.
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as ReadAttributes<Table>;
}

/** Some serializers write the links of a resource, and its relationships without data, among the attributes: they come from the server. */
function holdsLinks(name: string, value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return name === 'links' || (isJsonObject(value.links) && value.data === undefined);
}

function refuseName(
  name: string,
  { readOnly, known }: { readonly readOnly: readonly string[]; readonly known: readonly string[] },
  place: DocumentPlace,
): void {
  if (readOnly.includes(name)) place.refuse(`"${name}" cannot be changed.`);
  else place.refuse(`There is no attribute "${shorten(name)}" here; there are ${known.join(', ')}.`);
}
