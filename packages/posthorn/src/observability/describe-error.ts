import { scrubText } from './scrub-text.ts';

/** An error's logged parts. */
export interface ErrorDescription {
  /** Such as `MailError`. */
  readonly type: string;
  readonly message: string;
  /** IMAP response code. */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/** Longer chains are cyclic or repetitive. */
const MAX_CAUSES = 4;

/** Scrubbed name, message, code, stack and causes. Other properties may hold whole connections. */
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

/** IMAP errors have an object with a name, or null without a response code. */
function codeOf(error: Error): string | undefined {
  if (!('code' in error) || error.code === null || error.code === undefined) return undefined;
  const { code } = error;
  return String(typeof code === 'object' && 'name' in code ? code.name : code);
}
