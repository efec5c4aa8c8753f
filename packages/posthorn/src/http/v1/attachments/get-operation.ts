/** The description of `GET …/Attachments/{part}`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { attachmentExample, exampleUrls } from '../openapi/examples.ts';
import { MESSAGE_PROBLEMS, problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { FILE_INCLUDED, FILE_PATH, SHOWN_FILE } from './operation-parts.ts';

export const getAttachmentOperation: ApiOperation = {
  operationId: 'getAttachment',
  summary: 'Describe a file',
  tags: ['Attachments'],
  description: 'One file, without its content.',
  params: FILE_PATH,
  querystring: SHOWN_FILE,
  response: {
    ...documentAnswers({
      self: exampleUrls.attachment,
      description: 'The file.',
      type: 'Attachment',
      included: FILE_INCLUDED,
      example: attachmentExample,
    }),
    ...problemAnswers(
      ...SELECTION_PROBLEMS,
      'include-not-supported',
      ...MESSAGE_PROBLEMS,
      'attachment-unknown',
    ),
  },
};
