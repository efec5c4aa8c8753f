import { MailError } from './mail-error.ts';

/** Returns the same error for every cause, so that clients cannot scan a network. `cause` is for the log. */
export function serverUnreachable(cause?: unknown): MailError {
  return new MailError('server-unreachable', { detail: 'The mail server cannot be reached.' }, { cause });
}

/** Cause of the error for an address that is not allowed. */
export class InsideAddress extends Error {
  constructor() {
    super('The name resolves to an address that is not public, or that of this machine.');
  }
}

/** True for the error on a private or own address. */
export function isInsideAddress(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof InsideAddress;
}
