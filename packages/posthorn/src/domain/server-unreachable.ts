/** One error for every failure to connect, so that answers cannot be used to scan a network. */
import { MailError } from './mail-error.ts';

/**
 * The failure to reach a mail server. The text is the same for every cause: an unknown name, a
 * refused address, a closed port, a server of another kind. `cause` is for the operator's log.
 */
export function serverUnreachable(cause?: unknown): MailError {
  return new MailError('server-unreachable', { detail: 'The mail server cannot be reached.' }, { cause });
}
