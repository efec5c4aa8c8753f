import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../answer/data-answer.ts';
import { problemAnswers } from '../answer/problem-answers.ts';

const LOGIN: JsonSchema = {
  title: 'SignIn',
  type: 'object',
  required: ['username', 'password'],
  properties: {
    username: { type: 'string' },
    password: { type: 'string' },
    inbox_auth: {
      type: 'string',
      enum: ['password', 'bearer'],
      description: 'With `bearer`, the password is an OAuth access token of the mailbox.',
    },
  },
};

const EXAMPLE = { username: 'jane@example.org', password: 'secret' };

const SIGNED_IN: JsonSchema = {
  type: 'object',
  required: ['username'],
  properties: {
    username: { type: 'string' },
    password: { type: 'string', description: 'Missing when the login is a token.' },
  },
};

export const signInOperation: ApiOperation = {
  operationId: 'signIn',
  summary: 'Prove a login',
  description:
    'Tells whether the mail server of the user takes the login, and gives it back: clients send it with each later ' +
    'request. A token comes as `Authorization: Bearer` with the user in `X-Mail-User`, or as the password with ' +
    '`inbox_auth=bearer`; it is not given back. Nothing is kept. Only with `AUTH_PROVIDER=single-imap-user`.',
  tags: ['Authentication'],
  body: {
    content: {
      'application/x-www-form-urlencoded': { schema: LOGIN, example: EXAMPLE },
      'application/json': { schema: LOGIN, example: EXAMPLE },
    },
  },
  response: {
    200: dataAnswer({
      title: 'SignInAnswer',
      description: 'The login is right.',
      data: SIGNED_IN,
      example: EXAMPLE,
    }),
    ...problemAnswers(
      'malformed-request',
      'invalid-parameter',
      'authentication-failed',
      'access-denied',
      'token-not-supported',
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
