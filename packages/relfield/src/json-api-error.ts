import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { MAX_ECHOED_CHARACTERS, MAX_ERROR_OBJECTS } from './limits.ts';

/** JSON:API 1.1 §error-objects. */
export type ErrorSource =
  | { readonly parameter: string }
  | { readonly pointer: string }
  | { readonly header: string };

/** A problem's details. */
export interface ProblemDetails {
  /** A sentence for the client. */
  readonly detail: string;
  readonly source?: ErrorSource;
  readonly links?: { readonly about: string };
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Of the token in the decoded value, in UTF-16 units. Not sent. */
  readonly position?: number;
}

/** A problem with this library's code. */
export interface OwnProblem extends ProblemDetails {
  readonly code: ErrorCode;
}

/** A problem with the host's own code. */
export interface HostProblem extends ProblemDetails {
  readonly code: string;
  /** 400 to 599. */
  readonly status: number;
  /** Constant per code. */
  readonly title: string;
}

export type Problem = OwnProblem | HostProblem;

/** A JSON:API error object. */
export interface ErrorObject {
  /** As text. */
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: ErrorSource;
  readonly links?: { readonly about: string };
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** An error response body. */
export interface ErrorDocument {
  readonly errors: readonly ErrorObject[];
  /** Number of omitted errors. */
  readonly meta?: { readonly more: number };
}

/** Members are in JSON:API order. */
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

/** At most 20 error objects; `meta.more` counts others. */
export function toErrorDocument(problems: readonly Problem[]): ErrorDocument {
  const errors = problems.slice(0, MAX_ERROR_OBJECTS).map(toErrorObject);
  const more = problems.length - errors.length;
  return more > 0 ? { errors, meta: { more } } : { errors };
}

/** One or more problems with the same HTTP status. */
export class JsonApiError extends Error {
  /** The first problem's; each step has one status. */
  readonly status: number;
  readonly problems: readonly [Problem, ...Problem[]];

  constructor(problems: readonly [Problem, ...Problem[]], options?: { cause?: unknown }) {
    super(problems[0].detail, options);
    this.name = 'JsonApiError';
    this.status = Number(toErrorObject(problems[0]).status);
    this.problems = problems;
  }

  toDocument(): ErrorDocument {
    return toErrorDocument(this.problems);
  }
}

/** Throws JsonApiError unless the list is empty. */
export function throwProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first !== undefined) throw new JsonApiError([first, ...problems.slice(1)]);
}

/** Cuts client text to 100 characters. */
export function echo(text: string): string {
  if (text.length <= MAX_ECHOED_CHARACTERS) return text;
  // The cut may leave a lone surrogate.
  return `${text.slice(0, MAX_ECHOED_CHARACTERS).toWellFormed()}...`;
}
