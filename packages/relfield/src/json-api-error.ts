/** Failures as JSON:API error objects, error documents and one error class. */

import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { MAX_ECHOED_CHARACTERS, MAX_ERROR_OBJECTS } from './limits.ts';

/** What caused an error: a query parameter, a place in the document, or a header. JSON:API 1.1 §error-objects. */
export type ErrorSource =
  | { readonly parameter: string }
  | { readonly pointer: string }
  | { readonly header: string };

/** What is wrong in this case. */
export interface ProblemDetails {
  /** A sentence, fit for the client. */
  readonly detail: string;
  readonly source?: ErrorSource;
  readonly links?: { readonly about: string };
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Where in the decoded value of a parameter the faulty token starts, in UTF-16 units. Not sent to the client. */
  readonly position?: number;
}

/** A problem that this library has a code for. */
export interface OwnProblem extends ProblemDetails {
  readonly code: ErrorCode;
}

/** A problem of the host, with a code of its own. */
export interface HostProblem extends ProblemDetails {
  readonly code: string;
  /** The HTTP status, 400 to 599. */
  readonly status: number;
  /** The same for every case of the code. */
  readonly title: string;
}

/** One thing that is wrong with a request. */
export type Problem = OwnProblem | HostProblem;

/** An error object of a document. */
export interface ErrorObject {
  /** The HTTP status as text, for instance `400`. */
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: ErrorSource;
  readonly links?: { readonly about: string };
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The body of an error response. */
export interface ErrorDocument {
  readonly errors: readonly ErrorObject[];
  /** `more` counts the errors that were left out. */
  readonly meta?: { readonly more: number };
}

/** Returns the error object of a problem, its members in the order JSON:API lists them. */
export function toErrorObject(problem: Problem): ErrorObject {
  const { status, title } = 'status' in problem ? problem : ERROR_CODES[problem.code];
  return {
    status: String(status),
    code: problem.code,
    title,
    detail: problem.detail,
    ...(problem.source && { source: problem.source }),
    ...(problem.links && { links: problem.links }),
    ...(problem.meta && { meta: problem.meta }),
  };
}

/** Returns the error document of some problems: at most 20 error objects, the number of the others in `meta.more`. */
export function toErrorDocument(problems: readonly Problem[]): ErrorDocument {
  const errors = problems.slice(0, MAX_ERROR_OBJECTS).map(toErrorObject);
  const more = problems.length - errors.length;
  return more > 0 ? { errors, meta: { more } } : { errors };
}

/** A request that cannot be served: one or more problems with one HTTP status. */
export class JsonApiError extends Error {
  /** The HTTP status of the first problem; each step of the processing order yields one status only. */
  readonly status: number;
  readonly problems: readonly [Problem, ...Problem[]];

  constructor(problems: readonly [Problem, ...Problem[]], options?: { cause?: unknown }) {
    super(problems[0].detail, options);
    this.name = 'JsonApiError';
    this.status = Number(toErrorObject(problems[0]).status);
    this.problems = problems;
  }

  /** Returns the body to answer with. */
  toDocument(): ErrorDocument {
    return toErrorDocument(this.problems);
  }
}

/** Throws a JsonApiError if there is any problem. */
export function throwProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first !== undefined) throw new JsonApiError([first, ...problems.slice(1)]);
}

/** Shortens text of the client for an error object, so that no response repeats more than 100 characters of it. */
export function echo(text: string): string {
  if (text.length <= MAX_ECHOED_CHARACTERS) return text;
  // The cut may split a surrogate pair; a lone half would not survive UTF-8.
  return `${text.slice(0, MAX_ECHOED_CHARACTERS).toWellFormed()}...`;
}
