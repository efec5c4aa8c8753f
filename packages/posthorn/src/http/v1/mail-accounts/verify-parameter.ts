import type { QueryReader } from '../query/query-reader.ts';
import { badParameter, singleValueOf } from '../query/query-values.ts';

const NAME = 'verify';

/** `verify`: false stores the account without a sign-in. */
export const verifyParameter: QueryReader<boolean> = {
  schemas: {
    verify: {
      type: 'boolean',
      default: true,
      description: 'False: the login is stored without being tried, and the account is `connecting`.',
      examples: [true],
    },
  },
  read({ parameters }) {
    const text = singleValueOf(parameters, NAME) ?? 'true';
    if (text !== 'true' && text !== 'false') throw badParameter(NAME, 'must be true or false');
    return text === 'true';
  },
};
