/** The description of `GET …/MessageItems/{id}/MessageBody`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls, messageBodyExample } from '../openapi/examples.ts';
import { pathSchema, querySchema } from '../openapi/parameter-schemas.ts';
import { MESSAGE_PROBLEMS, problemAnswers, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';

export const getMessageBodyOperation: ApiOperation = {
  operationId: 'getMessageBody',
  summary: 'Get the texts of a message',
  tags: ['MessageBodies'],
  description: 'Both texts of the message in Unicode. Reading them does not mark the message as seen.',
  params: pathSchema('mailAccountId', 'mailFolderId', 'messageItemId'),
  querystring: querySchema({
    types: ['MessageBody', 'MessageItem', 'MailFolder', 'MailAccount', 'Attachment'],
    include: ['MessageItem', 'MailFolder', 'MailFolder.MailAccount', 'Attachments'],
  }),
  response: {
    ...documentAnswers({
      self: exampleUrls.messageBody,
      description: 'The texts.',
      type: 'MessageBody',
      included: ['MessageItem', 'MailFolder', 'MailAccount', 'Attachment'],
      example: messageBodyExample,
    }),
    ...problemAnswers(...SELECTION_PROBLEMS, 'include-not-supported', ...MESSAGE_PROBLEMS),
  },
};
