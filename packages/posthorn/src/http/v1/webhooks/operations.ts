import { schemasOf } from '../../../resources/attributes/attribute.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer, emptyAnswer } from '../openapi/change-answer.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { exampleUrls } from '../openapi/examples.ts';
import { problemAnswersWithoutMail, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { changeHeaders, documentBody, linkageSchema, resourceDocument } from '../openapi/request-body.ts';
import { idSegment } from '../openapi/segments.ts';
import { webhookExample } from '../openapi/webhook-examples.ts';
import { DOCUMENT, LOGIN, TAGS } from './operation-parts.ts';
import { WRITTEN } from './webhook-request.ts';

const RELATIONSHIPS = {
  MailAccounts: linkageSchema('MailAccount', {
    isMany: true,
    description: 'The accounts whose events are delivered; an empty list for all of the API key.',
  }),
};
const SECRET_META = {
  secret: {
    type: 'string',
    description: 'The signing secret of Standard Webhooks, which is shown only here.',
  },
};
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

export const listWebhooksOperation: ApiOperation = {
  operationId: 'listWebhooks',
  summary: 'List the webhooks',
  tags: TAGS,
  description:
    'The webhooks whose accounts are those of the key that asks, and its own, the oldest first. Secrets are not shown.',
  response: {
    ...documentAnswers({
      title: 'WebhooksDocument',
      self: exampleUrls.webhooks,
      description: 'The webhooks.',
      type: 'Webhook',
      example: [webhookExample],
    }),
    ...problemAnswersWithoutMail(...LOGIN, ...SELECTION_PROBLEMS),
  },
};

export const getWebhookOperation: ApiOperation = {
  operationId: 'getWebhook',
  segments: idSegment('Webhook'),
  summary: 'Get one webhook',
  tags: TAGS,
  description: 'One webhook, without its secret.',
  response: {
    ...documentAnswers({
      title: 'WebhookDocument',
      self: exampleUrls.webhook,
      description: 'The webhook.',
      type: 'Webhook',
      example: webhookExample,
    }),
    ...problemAnswersWithoutMail(...LOGIN, ...SELECTION_PROBLEMS, 'webhook-unknown'),
  },
};

export const createWebhookOperation: ApiOperation = {
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  tags: TAGS,
  description:
    'Delivers events from now on. `meta.secret` has the signing secret, which is shown only here. Without accounts it has those of ' +
    'the API key. When the key ends, the webhook is disabled. `fields` need the scope `mail.read`.',
  headers: changeHeaders('idempotency-key'),
  body: documentBody(
    resourceDocument({
      title: 'NewWebhook',
      type: 'Webhook',
      hasId: false,
      attributes: schemasOf(WRITTEN),
      relationships: RELATIONSHIPS,
    }),
    {
      data: {
        type: 'Webhook',
        attributes: { url: webhookExample.attributes.url, kinds: ['message.*'], fields: ['subject', 'from'] },
      },
    },
  ),
  response: {
    ...changeAnswer({
      title: 'NewWebhookDocument',
      status: 201,
      description: 'The webhook.',
      type: 'Webhook',
      meta: SECRET_META,
      requiredMeta: ['secret'],
      example: { links: { self: exampleUrls.webhook }, meta: { secret: SECRET }, data: webhookExample },
    }),
    ...problemAnswersWithoutMail(...LOGIN, ...DOCUMENT, 'client-id-not-supported', 'idempotency-key-reused'),
  },
};

export const updateWebhookOperation: ApiOperation = {
  operationId: 'updateWebhook',
  segments: idSegment('Webhook'),
  summary: 'Change a webhook',
  tags: TAGS,
  description:
    'Changes a webhook within the rights of its key and of the one that asks. One whose key has ended becomes that of the key that asks. ' +
    'With `enabled: true`, deliveries go on where they ended.',
  headers: changeHeaders('if-match'),
  body: documentBody(
    resourceDocument({
      title: 'WebhookChange',
      type: 'Webhook',
      hasId: true,
      attributes: schemasOf(WRITTEN),
      relationships: RELATIONSHIPS,
    }),
    { data: { type: 'Webhook', id: webhookExample.id, attributes: { enabled: true } } },
  ),
  response: {
    ...changeAnswer({
      title: 'ChangedWebhookDocument',
      description: 'The webhook as it is now.',
      type: 'Webhook',
      example: { links: { self: exampleUrls.webhook }, data: webhookExample },
    }),
    ...problemAnswersWithoutMail(
      ...LOGIN,
      ...DOCUMENT,
      'access-denied',
      'webhook-unknown',
      'outdated-version',
    ),
  },
};

export const deleteWebhookOperation: ApiOperation = {
  operationId: 'deleteWebhook',
  segments: idSegment('Webhook'),
  summary: 'Delete a webhook',
  tags: TAGS,
  description: 'Ends its deliveries at once.',
  headers: changeHeaders('if-match'),
  response: {
    ...emptyAnswer('The webhook is gone.'),
    ...problemAnswersWithoutMail(
      ...LOGIN,
      ...(['unknown-parameter', 'not-acceptable', 'webhook-unknown', 'outdated-version'] as const),
    ),
  },
};

export const renewSecretOperation: ApiOperation = {
  operationId: 'renewWebhookSecret',
  segments: idSegment('Webhook'),
  summary: 'Make a new secret',
  tags: TAGS,
  description: 'The earlier secret signs as well for 24 hours: receivers verify with either.',
  headers: changeHeaders('if-match', 'idempotency-key'),
  response: {
    ...changeAnswer({
      title: 'RenewedWebhookDocument',
      description: 'The webhook, and its new secret.',
      type: 'Webhook',
      meta: SECRET_META,
      requiredMeta: ['secret'],
      example: { links: { self: exampleUrls.webhook }, meta: { secret: SECRET }, data: webhookExample },
    }),
    ...problemAnswersWithoutMail(
      ...LOGIN,
      ...DOCUMENT,
      ...(['access-denied', 'webhook-unknown', 'outdated-version', 'idempotency-key-reused'] as const),
    ),
  },
};
