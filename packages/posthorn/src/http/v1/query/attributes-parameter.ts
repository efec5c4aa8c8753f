import type { FieldMask } from 'relfield';
import { fieldSelection } from '../../../resources/field-selection.ts';
import { type FieldOf, RESOURCE_TYPES } from '../../../resources/identifiers/resource-types.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { ParameterSchema } from '../../route/api-route.ts';
import { badParameter, shorten, singleValueOf } from './query-values.ts';

const NAME = 'attributes';
const TYPE = 'MessageItem';

const messageItem = RESOURCE_TYPES.find((type) => type.name === TYPE);
const ATTRIBUTES: ReadonlyMap<string, FieldOf<typeof TYPE>> = new Map(
  messageItem?.attributes.map((name) => [name, name]),
);

/** Not in `*`: released clients expect their release's attributes; headers shorten pages. */
const NAMED_ONLY: ReadonlySet<string> = new Set(['headers']);

/** Ignored names of released clients. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set(['charset']);

export const attributesSchema: ParameterSchema = {
  type: 'string',
  description:
    'The attributes of MessageItems as version 0 names them: those that are wanted or, with `*` among them, all but those that are named and `headers`. Excludes the fieldsets of MessageItem.',
  examples: ['*,previewText'],
};

interface OtherFields {
  /** The fieldset parameter for MessageItems. */
  readonly fieldset: string | undefined;
  /** The default relationships. */
  readonly relationships: readonly FieldOf<typeof TYPE>[];
}

/**
 * Reads `attributes`, released clients' field selection: the listed ones, or with `*` all except the listed
 * ones and `headers`; relationships stay. Undefined without it. Throws RequestProblems beside a fieldset, and
 * for unknown names without `*`.
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
