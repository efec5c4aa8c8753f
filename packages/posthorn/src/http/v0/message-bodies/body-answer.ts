import { blockedContentSchema, truncatedContentSchema } from '../../openapi/body-meta.ts';
import { jsonAnswer } from '../../openapi/json-answer.ts';
import type { DescribedAnswer } from '../../route/api-route.ts';
import { SUCCESS } from '../answer/data-answer.ts';
import { messageBodyExample } from './schema.ts';

/** Describes an answer with a message's texts; `id`: of the example. */
export function messageBodyAnswer(description: string, id: string): DescribedAnswer {
  return jsonAnswer({
    description,
    schema: {
      title: 'MessageBodyAnswer',
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
