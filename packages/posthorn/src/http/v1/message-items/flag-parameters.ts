/** The parameters that set flags where the request body is the message itself. */
import { isKeyword } from '../../../domain/keyword.ts';
import type { MessageFlag } from '../../../domain/message-query.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { badParameter, singleValueOf } from '../query/query-values.ts';

/** The names of the flags, as attributes have them. */
export const FLAG_NAMES: readonly MessageFlag[] = ['seen', 'answered', 'flagged', 'draft'];

export const FLAG_PARAMETERS: readonly string[] = ['flags', 'keywords'];

/** Servers keep fewer keywords for a mailbox. */
const MAX_KEYWORDS = 100;

/** What a new message is marked with. */
export interface NewFlags {
  readonly flags: readonly MessageFlag[];
  readonly keywords: readonly string[];
}

/** The flags and keywords that the parameters name; none without them. Throws RequestProblems (400). */
export function parseFlags(parameters: QueryParameters): NewFlags {
  const flags = listOf(parameters, 'flags').map((name) => FLAG_NAMES.find((flag) => flag === name));
  const known = flags.filter((flag) => flag !== undefined);
  if (known.length < flags.length) throw badParameter('flags', `must be of ${FLAG_NAMES.join(', ')}`);
  const keywords = listOf(parameters, 'keywords');
  if (!keywords.every(isKeyword)) {
    throw badParameter('keywords', 'must be of keywords: IMAP atoms without a backslash');
  }
  if (keywords.length > MAX_KEYWORDS) {
    throw badParameter('keywords', `must have at most ${MAX_KEYWORDS} keywords`);
  }
  return { flags: known, keywords };
}

/** The values with commas between them, each once. */
function listOf(parameters: QueryParameters, name: string): readonly string[] {
  const text = singleValueOf(parameters, name) ?? '';
  return text === '' ? [] : [...new Set(text.split(','))];
}
