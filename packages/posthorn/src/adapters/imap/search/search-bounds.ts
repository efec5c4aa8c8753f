import { MailError } from '../../../domain/errors/mail-error.ts';

/** For one condition without a search key. */
const MAX_READ_MESSAGES = 20_000;
/** Per FETCH. */
export const SEARCH_STEP = 1_000;

/** Throws `invalid-parameter`. */
export function requireFew(messages: number, wanted: string): void {
  if (messages <= MAX_READ_MESSAGES) return;
  throw new MailError('invalid-parameter', {
    parameter: 'filter',
    detail: `${wanted} can be searched for in ${MAX_READ_MESSAGES} messages at most; add other conditions.`,
  });
}
