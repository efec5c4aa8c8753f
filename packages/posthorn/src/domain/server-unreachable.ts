/** The one answer to every failure to connect, so that nobody can scan a network through it. */
import { MailError } from './mail-error.ts';

/**
 * The failure to reach a mail server, with the same text whatever went wrong: an unknown name, a
 * refused address, a closed port, a server of another kind. `cause` is for the operator's log.
 */
export function serverUnreachable(cause?: unknown): MailError {
  return new MailError('server-unreachable', { detail: 'The mail server cannot be reached.' }, { cause });
}
