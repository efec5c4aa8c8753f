import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../answer/data-answer.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';
import { attributesDocument } from '../request/request-document.ts';
import { attributesSchema } from './query-schema.ts';

export const updateMessageItemOperation: ApiOperation = {
  operationId: 'updateMessageItem',
  summary: 'Set flags of a message, or move it',
  description:
    'Flags are set first, then the message is moved. A moved message has a new id; the answer carries it with the attributes that `attributes` names.',
  tags: ['MessageItems'],
  query: { attributes: attributesSchema },
  body: attributesDocument({
    title: 'ChangedMessageItem',
    description: 'At least one of these. Other members are ignored.',
    attributes: {
      seen: { type: 'boolean' },
      flagged: { type: 'boolean' },
      draft: { type: 'boolean' },
      mailFolderId: { type: 'string', description: 'The folder to move the message to.' },
    },
    example: { seen: true },
  }),
  response: {
    200: dataAnswer({
      title: 'MessageItemAnswer',
      description: 'The flags that were set, or the message in its new folder.',
      data: { $ref: '#/components/schemas/MessageItem' },
      example: { id: '10', mailAccountId: 'demo', mailFolderId: 'INBOX', seen: true },
    }),
    ...mailProblemAnswers('invalid-document', 'mailbox-unknown', 'message-unknown', 'unsupported-media-type'),
  },
};
