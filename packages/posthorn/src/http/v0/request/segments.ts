import type { PathParameter } from '../../request/url/path-parameters.ts';
import type { ParameterSchema } from '../../route/api-route.ts';

export const segments = {
  mailAccountId: {
    type: 'string',
    description: 'The id of the account.',
    examples: ['demo'],
  },
  mailFolderId: {
    type: 'string',
    description:
      'The name of the folder in percent encoding, such as `INBOX` or `%5BGmail%5D%2FDrafts`; a `/` may also stand as it is.',
    examples: ['INBOX'],
  },
  messageItemId: {
    type: 'string',
    pattern: '^[1-9][0-9]{0,9}$',
    description: 'The uid of the message in its folder.',
    examples: ['10'],
  },
  attachmentId: {
    type: 'string',
    description: 'The id of the file in its message.',
    examples: ['2-cd278886348c0719'],
  },
} as const satisfies Record<PathParameter, ParameterSchema>;
