import type { Schema } from '../../../resources/attributes/attribute.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { shorten } from '../query/query-values.ts';
import type { DocumentPosition } from './document-position.ts';
import type { ValueReader } from './document-values.ts';
import type { Members } from './resource-document.ts';

/** An attribute that clients write. */
export interface WrittenAttribute<Value> {
  readonly schema: Schema;
  readonly read: ValueReader<Value>;
}

type WrittenAttributes = Readonly<Record<string, WrittenAttribute<unknown>>>;

export type ReadAttributes<Table extends WrittenAttributes> = {
  readonly [Name in keyof Table]?: Table[Name] extends WrittenAttribute<infer Value> ? Value : never;
};

/** A type's attributes. */
export interface AttributeTable<Table extends WrittenAttributes> {
  readonly written: Table;
  readonly readOnly: readonly string[];
  /** True: null means missing, even if read-only. Some clients send null for unknown values. */
  readonly passesNull?: (name: string) => boolean;
}

/** Reads attributes. Refuses unknown ones: a typo must not be lost silently. */
export function readAttributes<Table extends WrittenAttributes>(
  attributes: Members,
  { written, readOnly, passesNull = () => false }: AttributeTable<Table>,
  position: DocumentPosition,
): ReadAttributes<Table> {
  const known = new Map(Object.entries(written));
  const values: [string, unknown][] = [];
  for (const [name, value] of attributes) {
    const attribute = known.get(name);
    const isKnown = attribute !== undefined || readOnly.includes(name);
    if (!isKnown && holdsLinks(name, value)) continue;
    if (value === null && isKnown && passesNull(name)) continue;
    if (attribute === undefined) refuseName(name, { readOnly, known: [...known.keys()] }, position.at(name));
    else values.push([name, attribute.read(value, position.at(name))]);
  }
  // `finish` throws for refused values.
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as ReadAttributes<Table>;
}

/** Some serializers write links among the attributes. */
function holdsLinks(name: string, value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return name === 'links' || (isJsonObject(value.links) && value.data === undefined);
}

function refuseName(
  name: string,
  { readOnly, known }: { readonly readOnly: readonly string[]; readonly known: readonly string[] },
  position: DocumentPosition,
): void {
  if (readOnly.includes(name)) position.refuse(`"${name}" cannot be changed.`);
  else position.refuse(`There is no attribute "${shorten(name)}" here; there are ${known.join(', ')}.`);
}
