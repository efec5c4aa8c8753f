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
    throw isUnknown(error) ? unknownAt(pointer, error) : error;
  }
}

/** The same for work that names the member itself, such as `relationships.forwards`. */
export async function withSourcePointers<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const member = isUnknown(error) ? error.details.member : undefined;
    throw isUnknown(error) && member !== undefined
      ? unknownAt(`/data/${member.replaceAll('.', '/')}/data`, error)
      : error;
  }
}

function isUnknown(error: unknown): error is MailError {
  return error instanceof MailError && UNKNOWN.has(error.code);
}

function unknownAt(pointer: string, error: MailError): RequestProblems {
  const code = error.code === 'message-gone' ? 'message-unknown' : error.code;
  const problem = problemOf(code, { detail: error.details.detail, source: { pointer } });
  return new RequestProblems([problem], { cause: error });
}
