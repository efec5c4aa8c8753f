import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../answer/data-answer.ts';
import { draftProblemAnswers } from '../answer/problem-answers.ts';

export const deleteAttachmentOperation: ApiOperation = {
  operationId: 'deleteAttachment',
  summary: 'Remove a file from a draft',
  description: 'The changed draft has a new id, which the answer carries. A JSON body is ignored.',
  tags: ['Attachments'],
  response: {
    200: dataAnswer({
      title: 'RemovedAttachmentAnswer',
      description: 'The message without the file.',
      data: {
        type: 'object',
        required: ['id', 'mailAccountId', 'mailFolderId'],
        properties: {
          id: { type: 'string', description: 'The uid of the message in its folder.' },
          mailAccountId: { type: 'string' },
          mailFolderId: { type: 'string' },
        },
      },
      example: { id: '3', mailAccountId: 'demo', mailFolderId: 'Drafts' },
    }),
    ...draftProblemAnswers('attachment-unknown'),
  },
};
