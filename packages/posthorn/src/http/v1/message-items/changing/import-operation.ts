import type { ApiOperation } from '../../../route/api-route.ts';
import { changeAnswer } from '../../openapi/change-answer.ts';
import { exampleUrls, messageItemExample } from '../../openapi/examples.ts';
import { changeHeaders } from '../../openapi/request-body.ts';
import { changeProblems, POSTED, REQUEST, SHOWING, STORING } from '../operation-parts.ts';

export const importMessageItemOperation: ApiOperation = {
  operationId: 'importMessageItem',
  summary: 'Import a message',
  tags: ['MessageItems'],
  description:
    'Stores a message that was made elsewhere, octet by octet. It counts as received at its own Date, or now where that cannot be read or lies ahead. ' +
    'Its lines must end in CRLF, it must not contain NUL, and it must begin with a header field; else nothing is stored (422). At most 100 MB.',
  headers: changeHeaders('idempotency-key'),
  body: {
    content: {
      'message/rfc822': {
        schema: { format: 'binary', description: 'One message (RFC 5322).' },
      },
    },
  },
  response: {
    ...changeAnswer({
      title: 'StoredMessageItemDocument',
      status: 201,
      description: 'The message.',
      type: 'MessageItem',
      example: { links: { self: exampleUrls.messageItem }, data: messageItemExample },
    }),
    ...changeProblems(
      ...REQUEST,
      ...SHOWING,
      ...STORING,
      POSTED,
      'malformed-request',
      'payload-too-large',
      'invalid-value',
      'message-rejected',
      'mailbox-unknown',
      'outdated-version',
    ),
  },
};
