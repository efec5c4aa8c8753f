/** Values that JSON can hold and a message cannot: 422 in v1, with a pointer to the member. */
import { MailError } from '../../../domain/mail-error.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';

/**
 * What a service says of a document, said of the member of the request document; other errors as they are. Services name members
 * like `attributes.name`; without a name, all attributes are meant.
 */
export function asInvalidValue(error: unknown, { isDocument }: { readonly isDocument: boolean }): unknown {
  if (!(error instanceof MailError) || error.code !== 'invalid-document') return error;
  const { detail, member = 'attributes' } = error.details;
  const source = { pointer: `/data/${member.replaceAll('.', '/')}` };
  const problem = problemOf('invalid-value', { detail, ...(isDocument && { source }) });
  return new RequestProblems([problem], { cause: error });
}
