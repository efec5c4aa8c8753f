import type { ErrorSource } from 'relfield';
import { RESOURCE_TYPES } from '../../../resources/identifiers/resource-types.ts';

interface UnknownName {
  readonly code: string;
  readonly detail: string | undefined;
  readonly source: ErrorSource | undefined;
}

const FIELDSET_TYPE = /fields\[([^\]]*)\]$/;

/** Adds the known names to an unknown name's detail; `parameters`: the route's. */
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

function toFamily(name: string): string {
  return name.replace('[]', '[...]');
}
