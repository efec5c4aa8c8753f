import { isUnknownSource } from '../../../application/drafts/draft-sources.ts';
import type { MailError } from '../../../domain/errors/mail-error.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';

/** Turns an unknown source into RequestProblems (404) with this pointer. */
export async function pointingAt<Result>(pointer: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw isUnknownSource(error) ? unknownAt(pointer, error) : error;
  }
}

/** The same, with the error's member, such as `relationships.forwards`. */
export async function withSourcePointers<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!isUnknownSource(error) || error.details.member === undefined) throw error;
    throw unknownAt(`/data/${error.details.member.replaceAll('.', '/')}/data`, error);
  }
}

function unknownAt(pointer: string, error: MailError): RequestProblems {
  const code = error.code === 'message-gone' ? 'message-unknown' : error.code;
  const problem = problemOf(code, { detail: error.details.detail, source: { pointer } });
  return new RequestProblems([problem], { cause: error });
}
