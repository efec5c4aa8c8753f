/** The `attributes` parameter in v1: the fields of MessageItems as the released API names them. */
import type { FieldMask } from 'relfield';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { type FieldOf, RESOURCE_TYPES } from '../identifiers/resource-types.ts';
import { fieldSelection } from './field-selection.ts';
import { badParameter, shorten, singleValueOf } from './query-values.ts';

const NAME = 'attributes';
const TYPE = 'MessageItem';

const messageItem = RESOURCE_TYPES.find((type) => type.name === TYPE);
const ATTRIBUTES: ReadonlyMap<string, FieldOf<typeof TYPE>> = new Map(
  messageItem?.attributes.map((name) => [name, name]),
);

/** What `*` leaves out: released clients expect the attributes that they know, and a page with headers is short. */
const NAMED_ONLY: ReadonlySet<string> = new Set(['headers']);

/** Names that released clients send and that have no value. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set(['charset']);

interface OtherFields {
  /** The name of a fieldset parameter for MessageItems, where there is one. */
  readonly fieldset: string | undefined;
  /** Those that are sent by default. */
  readonly relationships: readonly FieldOf<typeof TYPE>[];
}

/**
 * The fields that the parameter names: the listed attributes; with `*` among them, all attributes but the listed
 * ones and `headers`. Relationships stay. Undefined without the parameter. Throws RequestProblems for unknown names in a list
 * without `*`, and when a fieldset parameter is given too.
 */
export function parseAttributes(
  parameters: QueryParameters,
  { fieldset, relationships }: OtherFields,
): FieldMask<FieldOf<typeof TYPE>> | undefined {
  const text = singleValueOf(parameters, NAME);
  if (text === undefined) return undefined;
  if (fieldset !== undefined) throw badParameter(NAME, `excludes "${fieldset}"`);
  const names = text.split(',').map((name) => name.trim());
  const attributes = names.includes('*') ? allBut(new Set(names)) : toAttributes(names);
  return fieldSelection.maskOf(TYPE, { client: undefined, names: [...attributes, ...relationships] });
}

function allBut(excluded: ReadonlySet<string>): readonly FieldOf<typeof TYPE>[] {
  return [...ATTRIBUTES.values()].filter((name) => !excluded.has(name) && !NAMED_ONLY.has(name));
}

function toAttributes(names: readonly string[]): readonly FieldOf<typeof TYPE>[] {
  const unknown = names.filter((name) => !ATTRIBUTES.has(name) && !WITHOUT_VALUE.has(name));
  if (unknown.length > 0) throw badParameter(NAME, `has unknown entries: ${shorten(unknown.join(','))}`);
  return names.map((name) => ATTRIBUTES.get(name)).filter((name) => name !== undefined);
}
