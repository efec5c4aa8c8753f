import type { ApiOperation } from '../../../route/api-route.ts';
import { changeAnswer } from '../../openapi/change-answer.ts';
import { changeHeaders } from '../../openapi/request-body.ts';
import { changeProblems, DOCUMENT, POSTED } from '../operation-parts.ts';
import { composedBody } from './send-new-operation.ts';
import { sentMeta } from './send-operation.ts';

export const sendWithoutInboxOperation: ApiOperation = {
  operationId: 'sendWithoutInbox',
  summary: 'Compose a message and send it from an account without an inbox',
  tags: ['MessageItems'],
  description:
    'Takes what `MessageItems/send` of a folder takes, for connected accounts with `inbox_address: null`. The message is stored nowhere, so `data` is ' +
    'null, and it has no relationships. Send an `Idempotency-Key`: without one, a request that comes again is another mail. After `submission-uncertain` the ' +
    'message may have been sent. An account with an inbox gets `capability-missing`.',
  headers: changeHeaders('idempotency-key'),
  body: composedBody,
  response: {
    ...changeAnswer({
      title: 'SentWithoutInboxDocument',
      description: 'Who gets the message.',
      type: 'MessageItem',
      data: { type: 'null' },
      meta: sentMeta,
      example: { meta: { accepted: ['jane@example.org'], rejected: [], warnings: [] }, data: null },
    }),
    ...changeProblems(
      ...DOCUMENT,
      POSTED,
      'malformed-request',
      'client-id-not-supported',
      'capability-missing',
      'message-rejected',
      'submission-uncertain',
      'store-unavailable',
    ),
  },
};
