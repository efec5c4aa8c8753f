/** Describes an error for the log by its known parts; libraries attach whole connections to theirs. */
import { scrubText } from './scrub-text.ts';

/** The parts of an error that are logged. */
export interface ErrorDescription {
  /** The error's name, such as `MailError`. */
  readonly type: string;
  readonly message: string;
  /** Of a mail server's answer: the name of its response code. */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/** Longer chains repeat themselves or are cyclic. */
const MAX_CAUSES = 4;

/** Name, message, code, stack and causes, each scrubbed. Other properties of the error are left out. */
export function describeError(error: Error): ErrorDescription {
  return describeAt(error, 0);
}

function describeAt(error: Error, depth: number): ErrorDescription {
  const { cause } = error;
  const code = codeOf(error);
  return {
    type: scrubText(error.name),
    message: scrubText(error.message),
    ...(code !== undefined && { code: scrubText(code) }),
    ...(error.stack !== undefined && { stack: scrubText(error.stack) }),
    ...(cause instanceof Error && depth < MAX_CAUSES && { cause: describeAt(cause, depth + 1) }),
  };
}

/** Errors of IMAP have an object with a name there, and null for an answer without a response code. */
function codeOf(error: Error): string | undefined {
  if (!('code' in error) || error.code === null || error.code === undefined) return undefined;
  const { code } = error;
  return String(typeof code === 'object' && 'name' in code ? code.name : code);
}
