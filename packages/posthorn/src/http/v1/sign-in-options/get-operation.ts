import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { problemAnswersWithoutAccount } from '../openapi/problem-answers.ts';

const ADDRESS: JsonSchema = { type: 'string', format: 'uri' };
const META: JsonSchema = {
  type: 'object',
  required: ['methods', 'oauth'],
  properties: {
    methods: { type: 'array', items: { type: 'string', enum: ['password', 'bearer'] } },
    oauth: {
      type: ['object', 'null'],
      description: 'An `issuer`, or `authorize` and `token`; null where nothing is configured.',
      properties: {
        issuer: ADDRESS,
        authorize: ADDRESS,
        token: ADDRESS,
        device: ADDRESS,
        scopes: { type: 'array', items: { type: 'string' } },
        clientId: { type: ['string', 'null'] },
      },
    },
  },
};

const JSON_API: JsonSchema = { type: 'object', properties: { version: { type: 'string' } } };

export const getSignInOptionsOperation: ApiOperation = {
  operationId: 'getSignInOptions',
  summary: 'Tell how a user signs in',
  tags: ['MailAccounts'],
  description:
    'Whether the mail server of the user takes passwords or OAuth access tokens, and where a client gets a token. Needs no ' +
    'login. All users of a domain get the same answer, whether they exist or not.',
  query: {
    user: {
      type: 'string',
      isRequired: true,
      description: 'The user name, mostly a mail address.',
      examples: ['jane@example.org'],
    },
  },
  response: {
    200: {
      description: 'How the user signs in.',
      content: {
        'application/vnd.api+json': {
          schema: {
            title: 'SignInOptionsDocument',
            type: 'object',
            required: ['jsonapi', 'meta'],
            properties: { jsonapi: JSON_API, meta: META },
          },
          example: {
            jsonapi: { version: '1.1' },
            meta: {
              methods: ['password', 'bearer'],
              oauth: { issuer: 'https://id.example.org', scopes: ['mail'], clientId: 'posthorn' },
            },
          },
        },
      },
    },
    ...problemAnswersWithoutAccount(),
  },
};
