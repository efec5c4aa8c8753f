/** The query string of a request as parameters. */
import type { FastifyRequest } from 'fastify';
import { MailError } from '../../../domain/mail-error.ts';

/** Decoded values by decoded name, each in the order of the URL. */
export type QueryParameters = ReadonlyMap<string, readonly string[]>;

/**
 * The parameters of a raw query string in form encoding (`+` is a space). The parser is flat: brackets in a
 * name are part of the name. The length is bounded by the server's limit for the request line.
 */
export function parseQueryParameters(query: string): QueryParameters {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

/** The parameters of the request, from its URL as received. */
export function queryParametersOf(request: FastifyRequest): QueryParameters {
  const url = request.originalUrl;
  const start = url.indexOf('?');
  return parseQueryParameters(start === -1 ? '' : url.slice(start + 1));
}

/** The value of a parameter, undefined when it is missing. Throws `invalid-parameter` when it is repeated. */
export function singleValue(parameters: QueryParameters, name: string): string | undefined {
  const values = parameters.get(name) ?? [];
  if (values.length > 1) throw invalidParameter(name, 'must not be repeated');
  return values[0];
}

/** The error for the query parameter `parameter`; `problem` goes on after its name: `must be an integer`. */
export function invalidParameter(parameter: string, problem: string): MailError {
  return new MailError('invalid-parameter', { parameter, detail: `parameter "${parameter}" ${problem}` });
}
