import type { FastifyRequest } from 'fastify';
import { MailError } from '../../../domain/errors/mail-error.ts';

/** Decoded values by decoded name, in URL order. */
export type QueryParameters = ReadonlyMap<string, readonly string[]>;

/** Parses form encoding (`+` is a space). Brackets are part of the name. */
export function parseQueryParameters(query: string): QueryParameters {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

/** The raw URL's parameters. */
export function queryParametersOf(request: FastifyRequest): QueryParameters {
  const url = request.originalUrl;
  const start = url.indexOf('?');
  return parseQueryParameters(start === -1 ? '' : url.slice(start + 1));
}

/** Undefined when missing. Throws `invalid-parameter` when repeated. */
export function singleValue(parameters: QueryParameters, name: string): string | undefined {
  const values = parameters.get(name) ?? [];
  if (values.length > 1) throw invalidParameter(name, 'must not be repeated');
  return values[0];
}

/** `problem` follows the name: `must be an integer`. */
export function invalidParameter(parameter: string, problem: string): MailError {
  return new MailError('invalid-parameter', { parameter, detail: `parameter "${parameter}" ${problem}` });
}
