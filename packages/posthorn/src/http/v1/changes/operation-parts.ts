/** What the descriptions of the operations about changes have in common. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { DescribedMember } from '../openapi/document-answer.ts';
import { STATE_META, stateSchema } from '../openapi/document-answer.ts';

export const SINCE_PARAMETER: Readonly<Record<string, JsonSchema>> = {
  since: {
    type: 'string',
    description:
      'The `meta.state` of what the client has read. Without it, the answer has the current state and no changes.',
    examples: ['ukeNAThH2NU3ZVlYxqVU2AD-j9AGhSIDhSI'],
  },
};

export const LIMIT_PARAMETER: Readonly<Record<string, JsonSchema>> = {
  'page[limit]': {
    type: 'integer',
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'The most messages in `data`.',
    examples: [50],
  },
};

const STRINGS: JsonSchema = { type: 'array', items: { type: 'string' } };

/** The `meta` of a document of changes; `present` describes how existing messages or folders are named. */
export function changesMeta(present: JsonSchema): Readonly<Record<string, DescribedMember>> {
  return {
    removed: {
      schema: {
        ...STRINGS,
        description: 'The ids of those that are gone; there may be unknown ones among them.',
      },
      example: [],
      isRequired: true,
    },
    present: { schema: present },
    complete: {
      schema: {
        type: 'boolean',
        description: 'False where changes may have been missed; `unseen` says which.',
      },
      example: true,
      isRequired: true,
    },
    unseen: {
      schema: {
        type: 'object',
        required: ['fields', 'belowUid'],
        properties: {
          fields: STRINGS,
          belowUid: {
            type: 'integer',
            description: 'These fields of messages with smaller uids were not compared.',
          },
        },
      },
    },
    more: {
      schema: { type: 'boolean', description: 'True: ask again at once, with the new state.' },
      example: false,
      isRequired: true,
    },
    state: { schema: stateSchema, ...STATE_META.state, isRequired: true },
  };
}
