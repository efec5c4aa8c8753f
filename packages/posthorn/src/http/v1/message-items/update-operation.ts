/** The description of `PATCH …/MessageItems/{id}`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from '../openapi/examples.ts';
import {
  changeHeaders,
  documentBody,
  linkageSchema,
  resourceDocument,
  writable,
} from '../openapi/request-body.ts';
import { previousIdSchema, warningsSchema } from '../openapi/written-schemas.ts';
import {
  CONTENT,
  changeProblems,
  DOCUMENT,
  EXISTING,
  FLAGS,
  INCLUDED,
  MESSAGE,
  MESSAGE_PATH,
  SHOWING,
  SHOWN_MESSAGE,
  STORING,
} from './operation-parts.ts';

export const updateMessageItemOperation: ApiOperation = {
  operationId: 'updateMessageItem',
  summary: 'Change a message',
  tags: ['MessageItems'],
  description:
    'Changes what the document names, or nothing. Flags and keywords of any message; `keywords` is the whole list. Header fields and ' +
    'texts of drafts only, which gives the draft another id: `meta.previousId` tells the old one. `MailFolder` moves the ' +
    'message, after all else, and gives it another id too.',
  params: MESSAGE_PATH,
  headers: changeHeaders('if-match'),
  querystring: SHOWN_MESSAGE,
  body: documentBody(
    resourceDocument({
      type: 'MessageItem',
      hasId: true,
      attributes: { ...FLAGS, ...writable('MessageItem', 'keywords'), ...CONTENT },
      relationships: { MailFolder: linkageSchema('MailFolder', { description: 'The folder to move to.' }) },
    }),
    writtenExamples.changedMessage,
  ),
  response: {
    ...changeAnswer({
      description: 'The message as it is now.',
      data: MESSAGE,
      included: INCLUDED,
      meta: { previousId: previousIdSchema, warnings: warningsSchema },
      example: { links: { self: exampleUrls.messageItem }, data: messageItemExample },
    }),
    ...changeProblems(
      ...DOCUMENT,
      ...SHOWING,
      ...EXISTING,
      ...STORING,
      'relationship-not-changeable',
      'conflict',
      'capability-missing',
    ),
  },
};
