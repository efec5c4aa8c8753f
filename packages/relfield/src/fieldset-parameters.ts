import type { Problem } from './json-api-error.ts';
import type { Limits } from './limits.ts';
import { isMemberName } from './member-name.ts';
import {
  conflictingFieldsets,
  type ExtensionAdvice,
  extensionNotNegotiated,
  invalidType,
  repeatedParameter,
  tooManyParameters,
  unknownParameter,
  unknownType,
} from './parameter-problems.ts';
import { decodeForm, decodePercent } from './percent-decoding.ts';
import type { QueryParameter } from './query-parameters.ts';

export const RELFIELD_NAMESPACE = 'relfield:';

const FIELDS_PREFIX = 'fields[';
const RELFIELD_PREFIX = `${RELFIELD_NAMESPACE}${FIELDS_PREFIX}`;

/** A known type's fieldset parameter. */
export interface FieldsetParameter {
  readonly kind: 'fields' | 'relfield';
  readonly type: string;
  readonly name: string;
  /** Decoded. */
  readonly value: string;
}

/** `strict`: `relfield:` parameters require the extension in Accept. */
export type Activation = 'strict' | 'implicit';

/** Per type; default `strict`. */
export type ActivationByType<Name extends string = string> = { readonly [Type in Name]?: Activation };

/** A request's parameters. */
export interface ParameterQuestion {
  readonly parameters: readonly QueryParameter[];
  readonly hostParameters: readonly string[];
  readonly isNegotiated: boolean;
}

/** Parameter rules. */
export interface ParameterRules {
  readonly knownTypes: Pick<ReadonlySet<string>, 'has'>;
  /** For requests without the extension. */
  readonly activation: Activation | ActivationByType;
  readonly limits: Limits;
  readonly advice: ExtensionAdvice;
}

/** Fieldsets in order, and all parameter problems. */
export interface SortedParameters {
  readonly fieldsets: readonly FieldsetParameter[];
  readonly problems: readonly Problem[];
}

/** Checks everything but values. */
export function sortParameters(question: ParameterQuestion, rules: ParameterRules): SortedParameters {
  const { parameters, hostParameters, isNegotiated } = question;
  const surplus = parameters[rules.limits.maxParameters];
  if (surplus) return tooMany(surplus, rules.limits);
  const fieldsets = new Map<string, FieldsetParameter>();
  const problems = new Map<string, Problem>();
  for (const parameter of parameters) {
    const { name } = parameter;
    const fieldset = toFieldset(parameter);
    if (!fieldset) {
      if (!hostParameters.some((known) => matches(known, name))) problems.set(name, unknownParameter(name));
      continue;
    }
    const problem = findFieldsetProblem(fieldset, { rules, isNegotiated });
    if (problem) problems.set(name, problem);
    else if (fieldsets.has(name)) problems.set(name, repeatedParameter(name));
    else fieldsets.set(name, fieldset);
  }
  return {
    fieldsets: [...fieldsets.values()],
    problems: [
      ...problems.values(),
      ...findConflicts(fieldsets),
      ...findSurplusType(fieldsets, rules.limits),
    ],
  };
}

function tooMany(surplus: QueryParameter, { maxParameters }: Limits): SortedParameters {
  return { fieldsets: [], problems: [tooManyParameters(surplus.name, `${maxParameters} parameters`)] };
}

/** `fields[a][b]` is no fieldset. */
function toFieldset({ name, rawValue }: QueryParameter): FieldsetParameter | undefined {
  const isRelative = name.startsWith(RELFIELD_PREFIX);
  if (!name.endsWith(']') || !(isRelative || name.startsWith(FIELDS_PREFIX))) return undefined;
  const type = name.slice(isRelative ? RELFIELD_PREFIX.length : FIELDS_PREFIX.length, -1);
  if (type.includes('[') || type.includes(']')) return undefined;
  // A raw plus is a plus in the extension, and a space in `fields[TYPE]`.
  if (isRelative) return { kind: 'relfield', type, name, value: decodePercent(rawValue) };
  return { kind: 'fields', type, name, value: decodeForm(rawValue) };
}

/** `page[]` matches `page[limit]`. */
function matches(known: string, name: string): boolean {
  if (!known.endsWith('[]')) return known === name;
  return name.startsWith(known.slice(0, -1)) && name.endsWith(']');
}

interface FieldsetContext {
  readonly rules: ParameterRules;
  readonly isNegotiated: boolean;
}

function findFieldsetProblem(
  { kind, type, name }: FieldsetParameter,
  { rules, isNegotiated }: FieldsetContext,
): Problem | undefined {
  const isActive = kind === 'fields' || isNegotiated || isImplicit(type, rules.activation);
  if (!isActive) return extensionNotNegotiated(name, rules.advice);
  if (!isMemberName(type)) return invalidType(name, type);
  return rules.knownTypes.has(type) ? undefined : unknownType(name, type);
}

function isImplicit(type: string, activation: Activation | ActivationByType): boolean {
  if (typeof activation === 'string') return activation === 'implicit';
  // Own members only: the client may send `constructor`.
  return Object.hasOwn(activation, type) && activation[type] === 'implicit';
}

function findConflicts(fieldsets: ReadonlyMap<string, FieldsetParameter>): Problem[] {
  return [...fieldsets.values()]
    .filter(({ kind, type }) => kind === 'relfield' && fieldsets.has(`${FIELDS_PREFIX}${type}]`))
    .map(({ type, name }) => conflictingFieldsets(name, type));
}

function findSurplusType(fieldsets: ReadonlyMap<string, FieldsetParameter>, { maxTypes }: Limits): Problem[] {
  const names = new Map([...fieldsets.values()].map(({ type, name }) => [type, name]));
  const surplus = [...names.values()][maxTypes];
  return surplus === undefined ? [] : [tooManyParameters(surplus, `fieldsets for ${maxTypes} types`)];
}
