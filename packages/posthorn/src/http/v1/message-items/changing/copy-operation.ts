import type { ApiOperation } from '../../../route/api-route.ts';
import { changeAnswer } from '../../openapi/change-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from '../../openapi/examples.ts';
import { changeHeaders, documentBody, linkageDocument } from '../../openapi/request-body.ts';
import { changeProblems, DOCUMENT, EXISTING, POSTED, SHOWING, STORING } from '../operation-parts.ts';

export const copyMessageItemOperation: ApiOperation = {
  operationId: 'copyMessageItem',
  summary: 'Copy a message',
  tags: ['MessageItems'],
  description:
    'Copies the message with its flags into another folder. The copy of a draft is a draft of its own, with another Message-ID; it was never sent.',
  headers: changeHeaders('if-match', 'idempotency-key'),
  body: documentBody(linkageDocument('MailFolder'), writtenExamples.folderLinkage),
  response: {
    ...changeAnswer({
      title: 'StoredMessageItemDocument',
      status: 201,
      description: 'The copy.',
      type: 'MessageItem',
      example: { links: { self: exampleUrls.messageItem }, data: messageItemExample },
    }),
    ...changeProblems(...DOCUMENT, ...SHOWING, ...EXISTING, POSTED, 'conflict', ...STORING),
  },
};
