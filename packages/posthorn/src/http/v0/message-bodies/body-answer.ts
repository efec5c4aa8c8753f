/** The answer with the texts of a message, as its operations describe it. */

import { blockedContentSchema, truncatedContentSchema } from '../../openapi/body-meta.ts';
import { jsonAnswer } from '../../openapi/json-answer.ts';
import { SUCCESS } from '../answer/data-answer.ts';
import { messageBodyExample } from './schema.ts';

/** The answer; the message of its example has this id. */
export function messageBodyAnswer(description: string, id: string): object {
  return jsonAnswer({
    description,
    schema: {
      type: 'object',
      required: ['success', 'data'],
      properties: {
        success: SUCCESS,
        meta: {
          type: 'object',
          properties: {
            truncated: {
              type: 'boolean',
              const: true,
              description: 'A text was too long and has been cut.',
            },
            truncatedContent: truncatedContentSchema,
            blockedRemoteContent: blockedContentSchema,
          },
        },
        data: { $ref: '#/components/schemas/MessageBody' },
      },
    },
    example: { success: true, data: { ...messageBodyExample, id } },
  });
}
