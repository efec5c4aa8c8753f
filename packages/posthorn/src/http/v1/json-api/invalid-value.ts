import { MailError } from '../../../domain/errors/mail-error.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';

/** Turns `invalid-document` into 422 with a pointer to the member (default: all attributes); other errors unchanged. */
export function asInvalidValue(error: unknown, { isDocument }: { readonly isDocument: boolean }): unknown {
  if (!(error instanceof MailError) || error.code !== 'invalid-document') return error;
  const { detail, member = 'attributes' } = error.details;
  const source = { pointer: `/data/${member.replaceAll('.', '/')}` };
  const problem = problemOf('invalid-value', { detail, ...(isDocument && { source }) });
  return new RequestProblems([problem], { cause: error });
}
