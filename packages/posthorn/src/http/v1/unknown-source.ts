/** Resources that a document names and that are not there any more. */
import { MailError } from '../../domain/mail-error.ts';
import { problemOf, RequestProblems } from '../problem.ts';

/** What services say of a message or file that is named elsewhere than in the address. */
const UNKNOWN = new Set(['mailbox-unknown', 'message-unknown', 'message-gone', 'attachment-unknown']);

/** The result of the work; a failure to find its source is a RequestProblems (404) that points at the member which names it. */
export async function pointingAt<Result>(pointer: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof MailError && UNKNOWN.has(error.code))) throw error;
    const code = error.code === 'message-gone' ? 'message-unknown' : error.code;
    const problem = problemOf(code, { detail: error.details.detail, source: { pointer } });
    throw new RequestProblems([problem], { cause: error });
  }
}
