import type { ApiOperation } from '../../../route/api-route.ts';
import { changeAnswer, emptyAnswer } from '../../openapi/change-answer.ts';
import { exampleUrls } from '../../openapi/examples.ts';
import { changeHeaders } from '../../openapi/request-body.ts';
import { identifierSchema } from '../../openapi/written-schemas.ts';
import { changeProblems, EXISTING, REQUEST } from '../operation-parts.ts';

export const deleteMessageItemOperation: ApiOperation = {
  operationId: 'deleteMessageItem',
  summary: 'Delete a message',
  tags: ['MessageItems'],
  description:
    'Moves the message to the trash. A message that is there already, or any with `skipTrash=true`, is deleted for good.',
  headers: changeHeaders('if-match'),
  response: {
    ...changeAnswer({
      title: 'TrashedMessageItemDocument',
      description: 'The message is in the trash, under another id.',
      meta: { trashed: identifierSchema },
      example: {
        links: { related: exampleUrls.messageItem },
        meta: { trashed: { type: 'MessageItem', id: 'demo.Trash.1700000005.2' } },
      },
    }),
    ...emptyAnswer('The message is deleted for good.'),
    ...changeProblems(...REQUEST, ...EXISTING, 'conflict'),
  },
};
