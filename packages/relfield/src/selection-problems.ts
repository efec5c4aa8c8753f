import type { FieldToken } from './field-tokens.ts';
import type { FieldsetParameter } from './fieldset-parameters.ts';
import { echo, type Problem } from './json-api-error.ts';
import type { Field } from './resource-type.ts';

/** A token and its parameter. */
export interface TokenPlace {
  readonly token: FieldToken;
  readonly fieldset: FieldsetParameter;
}

/** README, rule 2. */
export function missingPrefix({ token, fieldset }: TokenPlace): Problem {
  const detail = `Missing prefix '+' or '-' for field '${echo(token.name)}'.`;
  const hint = " The token starts with a space; a plus sign must reach the server as '+' or '%2B'.";
  const isSpaced = token.name.startsWith(' ');
  return { code: 'missing-prefix', detail: isSpaced ? detail + hint : detail, ...placeOf(token, fieldset) };
}

/** An illegal name. */
export function invalidFieldName({ token, fieldset }: TokenPlace): Problem {
  const { name } = token;
  const detail = name === '' ? 'A field name is missing.' : `'${echo(name)}' is not a legal field name.`;
  return { code: 'invalid-field-name', detail, ...placeOf(token, fieldset) };
}

/** An exclusion of `id` or `type`. */
export function reservedField({ token, fieldset }: TokenPlace): Problem {
  const detail = `'${token.name}' is always present and cannot be excluded.`;
  return { code: 'reserved-field', detail, ...placeOf(token, fieldset) };
}

/** An undefined or hidden field. */
export function unknownField({ token, fieldset }: TokenPlace): Problem {
  const detail = `Type '${fieldset.type}' has no field '${echo(token.name)}'.`;
  return { code: 'unknown-field', detail, ...placeOf(token, fieldset) };
}

/** A field both added and excluded. */
export function conflictingTokens({ token, fieldset }: TokenPlace): Problem {
  const detail = `Field '${echo(token.name)}' is both added and excluded.`;
  return { code: 'conflicting-tokens', detail, ...placeOf(token, fieldset) };
}

/** Too many tokens. */
export function tooManyTokens(fieldset: FieldsetParameter, maxTokens: number): Problem {
  const detail = `The parameter may list at most ${maxTokens} fields.`;
  return { code: 'too-many-tokens', detail, source: { parameter: echo(fieldset.name) } };
}

/** An unreadable field. */
export interface ForbiddenPlace<Client> extends TokenPlace {
  readonly field: Field<Client>;
  readonly isPrimary: boolean;
}

/** README, rule 6. Only `relfield` points into primary data. */
export function forbiddenField<Client>({
  field,
  token,
  fieldset,
  isPrimary,
}: ForbiddenPlace<Client>): Problem {
  const problem = {
    code: 'forbidden-field',
    detail: `Access to field '${field.name}' is forbidden.`,
  } as const;
  if (fieldset.kind === 'fields' || !isPrimary) return { ...problem, ...placeOf(token, fieldset) };
  const source = { pointer: `/data/${field.kind}s/${field.name}` };
  return { ...problem, source, meta: { parameter: fieldset.name }, position: token.position };
}

function placeOf(
  { position }: FieldToken,
  { name }: FieldsetParameter,
): Pick<Problem, 'source' | 'position'> {
  return { source: { parameter: echo(name) }, position };
}
