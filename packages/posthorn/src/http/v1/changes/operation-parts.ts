import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { DescribedMember } from '../openapi/document-answer.ts';
import { STATE_META, stateSchema } from '../openapi/document-answer.ts';

const STRINGS: JsonSchema = { type: 'array', items: { type: 'string' } };

/** `meta` of changes; `present`: the schema of existing ids. */
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
