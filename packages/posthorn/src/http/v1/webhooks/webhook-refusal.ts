import { MailError } from '../../../domain/errors/mail-error.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';

/** Awaits the work; a refused URL or account gets a pointer. */
export async function asWebhookRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof MailError) || error.details.member === undefined) throw error;
    const { code, details } = error;
    const source = { pointer: `/data/${details.member?.replaceAll('.', '/')}` };
    throw new RequestProblems([problemOf(code, { detail: details.detail, source })], { cause: error });
  }
}
