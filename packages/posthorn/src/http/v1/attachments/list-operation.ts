/** The description of `GET …/MessageItems/{id}/Attachments`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { attachmentExample, exampleUrls } from '../openapi/examples.ts';
import { MESSAGE_PROBLEMS, problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { FILE_INCLUDED, MESSAGE_PATH, SHOWN_FILE } from './operation-parts.ts';

export const listAttachmentsOperation: ApiOperation = {
  operationId: 'listAttachments',
  summary: 'List the files of a message',
  tags: ['Attachments'],
  description: 'The files of the message, without their contents.',
  params: MESSAGE_PATH,
  querystring: SHOWN_FILE,
  response: {
    ...documentAnswers({
      self: exampleUrls.attachments,
      description: 'The files in the order of the message.',
      type: 'Attachment',
      included: FILE_INCLUDED,
      example: [attachmentExample],
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported', ...MESSAGE_PROBLEMS),
  },
};
