/** The description of `POST …/MessageItems/{id}/copy`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from '../openapi/examples.ts';
import { changeHeaders, documentBody, linkageDocument } from '../openapi/request-body.ts';
import {
  changeProblems,
  DOCUMENT,
  EXISTING,
  INCLUDED,
  MESSAGE,
  MESSAGE_PATH,
  POSTED,
  SHOWING,
  SHOWN_MESSAGE,
  STORING,
} from './operation-parts.ts';

export const copyMessageItemOperation: ApiOperation = {
  operationId: 'copyMessageItem',
  summary: 'Copy a message',
  tags: ['MessageItems'],
  description:
    'Copies the message with its flags into another folder. The copy of a draft is a draft of its own, with another Message-ID; it was never sent.',
  params: MESSAGE_PATH,
  headers: changeHeaders('if-match', 'idempotency-key'),
  querystring: SHOWN_MESSAGE,
  body: documentBody(linkageDocument('MailFolder'), writtenExamples.folderLinkage),
  response: {
    ...changeAnswer({
      status: 201,
      description: 'The copy.',
      data: MESSAGE,
      included: INCLUDED,
      example: { links: { self: exampleUrls.messageItem }, data: messageItemExample },
    }),
    ...changeProblems(...DOCUMENT, ...SHOWING, ...EXISTING, POSTED, 'conflict', ...STORING),
  },
};
