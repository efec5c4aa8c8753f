import { schemasOf } from '../../../../resources/attributes/attribute.ts';
import type { ApiOperation } from '../../../route/api-route.ts';
import { changeAnswer } from '../../openapi/change-answer.ts';
import { writtenExamples } from '../../openapi/examples.ts';
import { changeHeaders, documentBody, linkageSchema, resourceDocument } from '../../openapi/request-body.ts';
import { changeProblems, DOCUMENT, POSTED } from '../operation-parts.ts';
import { batchAttributes } from './batch-request.ts';

export const changeMessageItemsOperation: ApiOperation = {
  operationId: 'changeMessageItems',
  summary: 'Change many messages',
  tags: ['MessageItems'],
  description:
    'Does one thing to many messages of the folder: `update` their flags, `move` them, or `delete` them. The messages are named by the ' +
    'document, at most 1000, or found by the filters of the list: one of both. What was done before a failure stays done.',
  headers: changeHeaders('idempotency-key'),
  body: documentBody(
    resourceDocument({
      title: 'MessageBatch',
      type: 'MessageBatch',
      hasId: false,
      attributes: schemasOf(batchAttributes),
      relationships: {
        MessageItems: linkageSchema('MessageItem', { isMany: true, description: 'The messages.' }),
        MailFolder: linkageSchema('MailFolder', { description: 'With `move`: the folder to move to.' }),
      },
    }),
    writtenExamples.batch,
  ),
  response: {
    ...changeAnswer({
      title: 'MessageBatchDocument',
      description: 'What became of each message.',
      meta: {
        matched: { type: 'integer', minimum: 0, description: 'How many messages were there.' },
        results: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'outcome'],
            properties: {
              id: { type: 'string' },
              outcome: { type: 'string', enum: ['changed', 'moved', 'deleted', 'unknown'] },
              newId: { type: 'string', description: 'After a move, where the mail server tells it.' },
            },
          },
        },
      },
      requiredMeta: ['matched', 'results'],
      example: {
        meta: { matched: 1, results: [{ id: 'demo.INBOX.1700000001.10', outcome: 'changed' }] },
      },
    }),
    ...changeProblems(
      ...DOCUMENT,
      POSTED,
      'mailbox-unknown',
      'conflict',
      'capability-missing',
      'outdated-version',
      'client-id-not-supported',
      'relationship-not-changeable',
    ),
  },
};
