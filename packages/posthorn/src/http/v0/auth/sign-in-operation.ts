/** The description of `POST {auth path}/auth`. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../data-answer.ts';
import { problemAnswers } from '../problem-answers.ts';

const LOGIN: JsonSchema = {
  type: 'object',
  required: ['username', 'password'],
  properties: { username: { type: 'string' }, password: { type: 'string' } },
  examples: [{ username: 'jane@example.org', password: 'secret' }],
};

export const signInOperation: ApiOperation = {
  operationId: 'signIn',
  summary: 'Prove a login',
  description:
    'Tells whether the mail server of the user takes the login, and gives it back: clients send it with each later ' +
    'request. Nothing is kept. Only with `AUTH_PROVIDER=single-imap-user`.',
  tags: ['Authentication'],
  body: {
    content: {
      'application/x-www-form-urlencoded': { schema: LOGIN },
      'application/json': { schema: LOGIN },
    },
  },
  response: {
    200: dataAnswer({
      description: 'The login is right.',
      data: LOGIN,
      example: { username: 'jane@example.org', password: 'secret' },
    }),
    ...problemAnswers(
      'malformed-request',
      'authentication-failed',
      'rate-limited',
      'payload-too-large',
      'unsupported-media-type',
      'internal',
      'server-unreachable',
      'tls-required',
      'protocol-failure',
      'server-unavailable',
      'too-many-connections',
      'server-timeout',
    ),
  },
};
