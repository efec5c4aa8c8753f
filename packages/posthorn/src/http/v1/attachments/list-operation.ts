import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { attachmentExample, exampleUrls } from '../openapi/examples.ts';
import { MESSAGE_PROBLEMS, problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';

export const listAttachmentsOperation: ApiOperation = {
  operationId: 'listAttachments',
  summary: 'List the files of a message',
  tags: ['Attachments'],
  description: 'The files of the message, without their contents.',
  response: {
    ...documentAnswers({
      title: 'AttachmentsDocument',
      self: exampleUrls.attachments,
      description: 'The files in the order of the message.',
      type: 'Attachment',
      example: [attachmentExample],
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported', ...MESSAGE_PROBLEMS),
  },
};
