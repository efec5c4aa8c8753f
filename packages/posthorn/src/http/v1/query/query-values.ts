import { decodeForm, type QueryParameter } from 'relfield';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';

const MAX_SHOWN_CHARACTERS = 100;

/** Decodes form encoding; values are in URL order. */
export function decodeParameters(parameters: readonly QueryParameter[]): QueryParameters {
  const values = new Map<string, string[]>();
  for (const { name, rawValue } of parameters) {
    const value = decodeForm(rawValue);
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return values;
}

/** Undefined without it. Throws RequestProblems for a repeated parameter. */
export function singleValueOf(parameters: QueryParameters, name: string): string | undefined {
  const values = parameters.get(name) ?? [];
  if (values.length > 1) throw repeatedParameter(name);
  return values[0];
}

/** The error of a repeated parameter. */
export function repeatedParameter(name: string): RequestProblems {
  const parameter = shorten(name);
  const detail = `The parameter "${parameter}" must not be repeated.`;
  return new RequestProblems([problemOf('repeated-parameter', { parameter, detail })]);
}

/** Error of a parameter; `problem` follows its name: `must be true or false`. */
export function badParameter(name: string, problem: string): RequestProblems {
  const parameter = shorten(name);
  const detail = `The parameter "${parameter}" ${problem}.`;
  return new RequestProblems([problemOf('invalid-parameter', { parameter, detail })]);
}

/** Throws RequestProblems for other parameters, on routes without fieldsets. */
export function refuseUnknown(names: Iterable<string>, known: Readonly<Record<string, unknown>>): void {
  const there = Object.keys(known).join(', ');
  const [first, ...rest] = [...new Set(names)]
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => {
      const parameter = shorten(name);
      const detail = `There is no parameter '${parameter}'; there are ${there}.`;
      return problemOf('unknown-parameter', { parameter, detail });
    });
  if (first !== undefined) throw new RequestProblems([first, ...rest]);
}

/** Truncates client text for error details. */
export function shorten(text: string): string {
  if (text.length <= MAX_SHOWN_CHARACTERS) return text;
  return `${text.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed()}...`;
}
