import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls } from '../openapi/examples.ts';
import { problemAnswersWithoutMail, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { changeHeaders } from '../openapi/request-body.ts';
import { idSegment } from '../openapi/segments.ts';
import { testDeliveryExample, webhookDeliveryExample } from '../openapi/webhook-examples.ts';
import { LOGIN, TAGS } from './operation-parts.ts';

const POST = [
  ...(['unknown-parameter', 'unknown-field', 'not-acceptable', 'unsupported-media-type'] as const),
  ...(['invalid-json', 'invalid-document', 'resource-mismatch', 'payload-too-large'] as const),
  'idempotency-key-reused',
] as const;

export const listDeliveriesOperation: ApiOperation = {
  operationId: 'listWebhookDeliveries',
  segments: idSegment('Webhook'),
  summary: 'List the deliveries of a webhook',
  tags: TAGS,
  description: 'Those that are pending, and those that ended in the last 3 days; the newest event first.',
  response: {
    ...documentAnswers({
      title: 'WebhookDeliveriesDocument',
      self: exampleUrls.webhookDeliveries,
      description: 'The deliveries.',
      type: 'WebhookDelivery',
      example: [webhookDeliveryExample],
    }),
    ...problemAnswersWithoutMail(...LOGIN, ...SELECTION_PROBLEMS, 'webhook-unknown'),
  },
};

export const testWebhookOperation: ApiOperation = {
  operationId: 'testWebhook',
  segments: idSegment('Webhook'),
  summary: 'Deliver a test',
  tags: TAGS,
  description:
    'Sends a signed `webhook.test` once, also to a disabled webhook, and answers what happened. It is not listed. A webhook is tested 10 times a minute at most.',
  headers: changeHeaders('idempotency-key'),
  response: {
    ...changeAnswer({
      title: 'TestedWebhookDocument',
      description: 'The delivery.',
      type: 'WebhookDelivery',
      example: { data: testDeliveryExample },
    }),
    ...problemAnswersWithoutMail(...LOGIN, ...POST, 'webhook-unknown'),
  },
};

export const redeliverOperation: ApiOperation = {
  operationId: 'redeliverWebhookDelivery',
  segments: idSegment('WebhookDelivery'),
  summary: 'Deliver an event again',
  tags: TAGS,
  description:
    'Makes the delivery pending, with the same `webhook-id`. It is sent at once, unless an earlier one of the account waits.',
  headers: changeHeaders('idempotency-key'),
  response: {
    ...changeAnswer({
      title: 'RedeliveredDocument',
      description: 'The delivery.',
      type: 'WebhookDelivery',
      example: { data: { ...webhookDeliveryExample, attributes: { ...webhookDeliveryExample.attributes } } },
    }),
    ...problemAnswersWithoutMail(...LOGIN, ...POST, 'webhook-delivery-unknown', 'conflict'),
  },
};
