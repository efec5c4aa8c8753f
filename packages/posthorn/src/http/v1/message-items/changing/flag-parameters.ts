import { isKeyword } from '../../../../domain/messages/keyword.ts';
import type { MessageFlag } from '../../../../domain/messages/message-query.ts';
import type { QueryParameters } from '../../../request/url/query-parameters.ts';
import type { QueryReader } from '../../query/query-reader.ts';
import { badParameter, singleValueOf } from '../../query/query-values.ts';

const FLAG_NAMES: readonly MessageFlag[] = ['seen', 'answered', 'flagged', 'draft'];

/** More than servers store for a mailbox. */
const MAX_KEYWORDS = 100;

/** A new message's flags and keywords. */
export interface NewFlags {
  readonly flags: readonly MessageFlag[];
  readonly keywords: readonly string[];
}

export const newFlags: QueryReader<NewFlags> = {
  schemas: {
    flags: {
      type: 'string',
      description: `The flags of the message, separated by commas: ${FLAG_NAMES.map((name) => `\`${name}\``).join(', ')}. None without it.`,
      examples: ['seen,flagged'],
    },
    keywords: {
      type: 'string',
      description: 'Its keywords, separated by commas.',
      examples: ['$label1'],
    },
  },
  read: ({ parameters }) => parseFlags(parameters),
};

function parseFlags(parameters: QueryParameters): NewFlags {
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

function listOf(parameters: QueryParameters, name: string): readonly string[] {
  const text = singleValueOf(parameters, name) ?? '';
  return text === '' ? [] : [...new Set(text.split(','))];
}
