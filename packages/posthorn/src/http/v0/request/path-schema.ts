/** The schemas of the variable segments of v0's paths. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { PathParameter } from '../../request/url/path-parameters.ts';

const SEGMENTS = {
  mailAccountId: {
    type: 'string',
    description: 'The id of the account.',
    examples: ['gmail'],
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
    examples: ['4356'],
  },
  attachmentId: {
    type: 'string',
    description: 'The id of the file in its message.',
    examples: ['2-5d41402abc4b2a76'],
  },
} as const satisfies Record<PathParameter, JsonSchema>;

/** The schema of a path with these segments. */
export function pathSchema(...names: readonly PathParameter[]): JsonSchema {
  return {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, SEGMENTS[name]])),
  };
}
