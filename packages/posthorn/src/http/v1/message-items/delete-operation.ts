/** The description of `DELETE …/MessageItems/{id}`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer, emptyAnswer } from '../openapi/change-answer.ts';
import { exampleUrls } from '../openapi/examples.ts';
import { changeHeaders } from '../openapi/request-body.ts';
import { identifierSchema } from '../openapi/written-schemas.ts';
import { changeProblems, EXISTING, MESSAGE_PATH, REQUEST } from './operation-parts.ts';

export const deleteMessageItemOperation: ApiOperation = {
  operationId: 'deleteMessageItem',
  summary: 'Delete a message',
  tags: ['MessageItems'],
  description:
    'Moves the message to the trash. A message that is there already, or any with `skipTrash=true`, is deleted for good.',
  params: MESSAGE_PATH,
  headers: changeHeaders('if-match'),
  querystring: {
    type: 'object',
    properties: {
      skipTrash: {
        type: 'boolean',
        default: false,
        description: 'True: the message is deleted for good.',
        examples: [true],
      },
    },
  },
  response: {
    ...changeAnswer({
      description: 'The message is in the trash, under another id.',
      meta: { trashed: identifierSchema },
      example: {
        links: { related: exampleUrls.messageItem },
        meta: { trashed: { type: 'MessageItem', id: 'gmail.Trash.385759046.7' } },
      },
    }),
    ...emptyAnswer('The message is deleted for good.'),
    ...changeProblems(...REQUEST, ...EXISTING, 'conflict'),
  },
};
