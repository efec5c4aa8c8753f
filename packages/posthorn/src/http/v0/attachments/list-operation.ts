import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../answer/data-answer.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';
import { attachmentExample } from './schema.ts';

export const listAttachmentsOperation: ApiOperation = {
  operationId: 'listAttachments',
  summary: 'List the files of a message',
  description: 'The files with their contents. Images that the HTML shows are among them.',
  tags: ['Attachments'],
  response: {
    200: dataAnswer({
      title: 'AttachmentsAnswer',
      description: 'The files in the order of the message.',
      data: { type: 'array', items: { $ref: '#/components/schemas/Attachment' } },
      example: [attachmentExample],
    }),
    ...mailProblemAnswers('mailbox-unknown', 'message-unknown'),
  },
};
