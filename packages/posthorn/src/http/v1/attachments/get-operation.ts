import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { attachmentExample, exampleUrls } from '../openapi/examples.ts';
import { MESSAGE_PROBLEMS, problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';

export const getAttachmentOperation: ApiOperation = {
  operationId: 'getAttachment',
  summary: 'Describe a file',
  tags: ['Attachments'],
  description: 'One file, without its content.',
  response: {
    ...documentAnswers({
      title: 'AttachmentDocument',
      self: exampleUrls.attachment,
      description: 'The file.',
      type: 'Attachment',
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
