import type { FieldDefinition } from 'relfield';

/** JSON Schema 2020-12; a title makes it its own type. */
export type Schema = Readonly<Record<string, unknown>>;

export type FieldSet = Extract<FieldDefinition<unknown>, string>;

/** A view's attribute. Attribute tables are in response order. */
export interface Attribute<View> {
  readonly set: FieldSet;
  readonly schema: Schema;
  /** Undefined omits it. */
  readonly present: (view: View) => unknown;
}

/** An attribute sent by default. */
export function shown<View>(schema: Schema, present: (view: View) => unknown): Attribute<View> {
  return { set: 'default', schema, present };
}

/** An attribute sent on request only. */
export function optional<View>(schema: Schema, present: (view: View) => unknown): Attribute<View> {
  return { set: 'optional', schema, present };
}

type Attributes<Name extends string, View> = Readonly<Record<Name, Attribute<View>>>;

/** Presenters by attribute. */
export function presentersOf<Name extends string, View>(attributes: Attributes<Name, View>) {
  return mapAttributes(attributes, ({ present }) => present);
}

/** Schemas by attribute. */
export function schemasOf<Name extends string>(
  attributes: Readonly<Record<Name, Pick<Attribute<never>, 'schema'>>>,
): Readonly<Record<Name, Schema>> {
  return mapAttributes(attributes, ({ schema }) => schema);
}

function mapAttributes<Name extends string, Row, Result>(
  attributes: Readonly<Record<Name, Row>>,
  map: (attribute: Row) => Result,
): Readonly<Record<Name, Result>> {
  const entries = Object.entries<Row>(attributes).map(([name, attribute]) => [name, map(attribute)]);
  return Object.fromEntries(entries) as Record<Name, Result>;
}
