/** Suggests known names for an unknown one. */
import type { ErrorSource } from 'relfield';
import { RESOURCE_TYPES } from '../identifiers/resource-types.ts';

interface UnknownName {
  readonly code: string;
  readonly detail: string | undefined;
  readonly source: ErrorSource | undefined;
}

/** The type in `fields[MessageItem]`, with or without a prefix. */
const FIELDSET_TYPE = /fields\[([^\]]*)\]$/;

/** The detail of a problem; of one with an unknown name, with the names that there are. `parameters` are those of the route. */
export function withKnownNames(
  { code, detail = '', source }: UnknownName,
  parameters: readonly string[],
): string {
  const names = namesFor(code, { source, parameters });
  return names.length === 0 ? detail : `${detail.replace(/\.$/, '')}; there are ${names.join(', ')}.`;
}

function namesFor(
  code: string,
  {
    source,
    parameters,
  }: { readonly source: ErrorSource | undefined; readonly parameters: readonly string[] },
): readonly string[] {
  if (code === 'unknown-type') return RESOURCE_TYPES.map(({ name }) => name);
  if (code === 'unknown-parameter')
    return ['fields[...]', 'relfield:fields[...]', ...parameters.map(toFamily)];
  if (code !== 'unknown-field') return [];
  const parameter = source !== undefined && 'parameter' in source ? source.parameter : '';
  const [, name] = FIELDSET_TYPE.exec(parameter ?? '') ?? [];
  const type = RESOURCE_TYPES.find((one) => one.name === name);
  return type?.fields.map((field) => field.name) ?? [];
}

/** `filter[...]` for all parameters that begin so. */
function toFamily(name: string): string {
  return name.replace('[]', '[...]');
}
