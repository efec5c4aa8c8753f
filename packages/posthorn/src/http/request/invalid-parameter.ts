/** The failure of a request parameter that cannot be used. */
import { MailError } from '../../domain/mail-error.ts';

/** The error for the query parameter `parameter`; `problem` goes on after its name: `must be an integer`. */
export function invalidParameter(parameter: string, problem: string): MailError {
  return new MailError('invalid-parameter', { parameter, detail: `parameter "${parameter}" ${problem}` });
}
