import { MailError } from './mail-error.ts';

/** One error for every cause: clients must not scan a network. `cause` is for the log. */
export function serverUnreachable(cause?: unknown): MailError {
  return new MailError('server-unreachable', { detail: 'The mail server cannot be reached.' }, { cause });
}

/** An address is not allowed. */
export class InsideAddress extends Error {
  constructor() {
    super('The name resolves to an address that is not public, or that of this machine.');
  }
}

/** True if the address was not public, or was this machine's. */
export function isInsideAddress(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof InsideAddress;
}
