import { schemasOf } from '../../../resources/attributes/attribute.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer, emptyAnswer } from '../openapi/change-answer.ts';
import { documentAnswers } from '../openapi/document-answer.ts';
import { apiKeyExample, exampleUrls } from '../openapi/examples.ts';
import { problemAnswersWithoutMail, SELECTION_PROBLEMS } from '../openapi/problem-answers.ts';
import { changeHeaders, documentBody, linkageSchema, resourceDocument } from '../openapi/request-body.ts';
import { idSegment } from '../openapi/segments.ts';
import { WRITTEN } from './key-request.ts';

const TAGS = ['ApiKeys'] as const;
const LOGIN = ['authentication-failed', 'scope-missing', 'rate-limited', 'store-unavailable'] as const;
const DOCUMENT = [
  ...['invalid-json', 'invalid-document', 'invalid-value', 'resource-mismatch', 'access-denied'],
  ...['unsupported-media-type', 'relationship-not-changeable', 'mail-account-unknown'],
  ...['unknown-parameter', 'unknown-field', 'not-acceptable', 'payload-too-large'],
] as const;
const RELATIONSHIPS = {
  MailAccounts: linkageSchema('MailAccount', {
    isMany: true,
    description: 'The accounts that the key opens; an empty list for all.',
  }),
};
const WRITTEN_EXAMPLE = { name: 'CRM', scopes: ['mail.read', 'accounts'], networks: ['192.0.2.0/24'] };

export const listApiKeysOperation: ApiOperation = {
  operationId: 'listApiKeys',
  summary: 'List the API keys',
  tags: TAGS,
  description:
    'The keys whose accounts are those of the key that asks, the oldest first. Secrets are not shown.',
  response: {
    ...documentAnswers({
      title: 'ApiKeysDocument',
      self: exampleUrls.apiKeys,
      description: 'The keys.',
      type: 'ApiKey',
      example: [apiKeyExample],
    }),
    ...problemAnswersWithoutMail(...LOGIN, ...SELECTION_PROBLEMS),
  },
};

export const getApiKeyOperation: ApiOperation = {
  operationId: 'getApiKey',
  segments: idSegment('ApiKey'),
  summary: 'Get one API key',
  tags: TAGS,
  description: 'One key, without its secret.',
  response: {
    ...documentAnswers({
      title: 'ApiKeyDocument',
      self: exampleUrls.apiKey,
      description: 'The key.',
      type: 'ApiKey',
      example: apiKeyExample,
    }),
    ...problemAnswersWithoutMail(...LOGIN, ...SELECTION_PROBLEMS, 'api-key-unknown'),
  },
};

export const createApiKeyOperation: ApiOperation = {
  operationId: 'createApiKey',
  summary: 'Create an API key',
  tags: TAGS,
  description:
    'Makes a key that may do no more than the one that asks. `meta.secret` has the whole key, which is shown only here.',
  headers: changeHeaders('idempotency-key'),
  body: documentBody(
    resourceDocument({
      title: 'NewApiKey',
      type: 'ApiKey',
      hasId: false,
      attributes: schemasOf(WRITTEN),
      relationships: RELATIONSHIPS,
    }),
    { data: { type: 'ApiKey', attributes: WRITTEN_EXAMPLE } },
  ),
  response: {
    ...changeAnswer({
      title: 'NewApiKeyDocument',
      status: 201,
      description: 'The key.',
      type: 'ApiKey',
      meta: { secret: { type: 'string', description: 'The whole key, for `Authorization: Bearer`.' } },
      requiredMeta: ['secret'],
      example: {
        links: { self: exampleUrls.apiKey },
        meta: { secret: 'ph_5f0c9a1b2c3d4e5f60_…' },
        data: apiKeyExample,
      },
    }),
    ...problemAnswersWithoutMail(...LOGIN, ...DOCUMENT, 'client-id-not-supported', 'idempotency-key-reused'),
  },
};

export const updateApiKeyOperation: ApiOperation = {
  operationId: 'updateApiKey',
  segments: idSegment('ApiKey'),
  summary: 'Change an API key',
  tags: TAGS,
  description: 'Changes a key that the one that asks could have made. The secret stays.',
  headers: changeHeaders('if-match'),
  body: documentBody(
    resourceDocument({
      title: 'ApiKeyChange',
      type: 'ApiKey',
      hasId: true,
      attributes: schemasOf(WRITTEN),
      relationships: RELATIONSHIPS,
    }),
    { data: { type: 'ApiKey', id: apiKeyExample.id, attributes: { name: 'CRM, read only' } } },
  ),
  response: {
    ...changeAnswer({
      title: 'ChangedApiKeyDocument',
      description: 'The key as it is now.',
      type: 'ApiKey',
      example: { links: { self: exampleUrls.apiKey }, data: apiKeyExample },
    }),
    ...problemAnswersWithoutMail(...LOGIN, ...DOCUMENT, 'api-key-unknown', 'outdated-version'),
  },
};

export const deleteApiKeyOperation: ApiOperation = {
  operationId: 'deleteApiKey',
  segments: idSegment('ApiKey'),
  summary: 'Revoke an API key',
  tags: TAGS,
  description: 'The key is refused from now on, by other nodes within 5 s.',
  headers: changeHeaders('if-match'),
  response: {
    ...emptyAnswer('The key is revoked.'),
    ...problemAnswersWithoutMail(
      ...LOGIN,
      ...([
        'unknown-parameter',
        'not-acceptable',
        'access-denied',
        'api-key-unknown',
        'outdated-version',
      ] as const),
    ),
  },
};
