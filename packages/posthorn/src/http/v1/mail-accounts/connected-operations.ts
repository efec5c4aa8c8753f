import { schemasOf } from '../../../resources/attributes/attribute.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer, emptyAnswer } from '../openapi/change-answer.ts';
import { connectedAccountExample, exampleUrls } from '../openapi/examples.ts';
import { problemAnswers, problemAnswersWithoutAccount } from '../openapi/problem-answers.ts';
import { changeHeaders, documentBody, resourceDocument } from '../openapi/request-body.ts';
import { WRITTEN } from './account-attributes.ts';

const TAGS = ['MailAccounts'] as const;
const DOCUMENT = [
  ...['invalid-json', 'invalid-document', 'invalid-value', 'resource-mismatch', 'unsupported-media-type'],
  ...['relationship-not-changeable', 'host-not-allowed', 'rate-limited', 'store-unavailable'],
  ...['unknown-parameter', 'unknown-field', 'not-acceptable', 'payload-too-large'],
] as const;
const REFUSALS =
  'The login is tried first. What the mail servers refuse is 422 with the code of the failure, such as ' +
  '`authentication-failed`, `tls-required` or `host-not-allowed`, and the pointer of the value; a server that cannot be ' +
  'asked is 502, 503 or 504.';
const LOGIN = { mechanism: 'password', user: 'jane@posthorn.test', password: 'an app password' };

export const connectMailAccountOperation: ApiOperation = {
  operationId: 'connectMailAccount',
  summary: 'Connect a mail account',
  tags: TAGS,
  description:
    `Stores an account with its login. ${REFUSALS} Without \`inbox_address\` the servers are found by the address; null is an ` +
    'account that only sends. The id may be chosen: 1 to 64 letters, digits, `-` and `_`.',
  headers: changeHeaders('idempotency-key'),
  body: documentBody(
    resourceDocument({
      title: 'NewMailAccount',
      type: 'MailAccount',
      hasId: false,
      attributes: schemasOf(WRITTEN),
    }),
    {
      data: {
        type: 'MailAccount',
        attributes: { from: { address: 'jane@posthorn.test', name: 'Jane Doe' }, login: LOGIN },
      },
    },
  ),
  response: {
    ...changeAnswer({
      title: 'NewMailAccountDocument',
      status: 201,
      description: 'The account.',
      type: 'MailAccount',
      example: { links: { self: exampleUrls.connectedAccount }, data: connectedAccountExample },
    }),
    ...problemAnswersWithoutAccount(...DOCUMENT, 'access-denied', 'conflict', 'idempotency-key-reused'),
  },
};

export const updateMailAccountOperation: ApiOperation = {
  operationId: 'updateMailAccount',
  summary: 'Change a connected mail account',
  tags: TAGS,
  description:
    `Changes an account; the id stays. ${REFUSALS} A change of where the account connects must bring the login again, else 422 ` +
    '`login-required`. `enabled: false` switches the account off.',
  headers: changeHeaders('if-match'),
  body: documentBody(
    resourceDocument({
      title: 'MailAccountChange',
      type: 'MailAccount',
      hasId: true,
      attributes: schemasOf(WRITTEN),
    }),
    { data: { type: 'MailAccount', id: 'jane', attributes: { login: LOGIN } } },
  ),
  response: {
    ...changeAnswer({
      title: 'ChangedMailAccountDocument',
      description: 'The account as it is now.',
      type: 'MailAccount',
      example: { links: { self: exampleUrls.connectedAccount }, data: connectedAccountExample },
    }),
    ...problemAnswers(...DOCUMENT, 'login-required', 'outdated-version'),
  },
};

export const removeMailAccountOperation: ApiOperation = {
  operationId: 'removeMailAccount',
  summary: 'Remove a connected mail account',
  tags: TAGS,
  description:
    'The logins of the account are gone, with its grants and the bindings of keys. Requests of it that are under way end with ' +
    'an error. The mailbox is untouched.',
  headers: changeHeaders('if-match'),
  response: {
    ...emptyAnswer('The account is removed.'),
    ...problemAnswers('unknown-parameter', 'not-acceptable', 'outdated-version', 'store-unavailable'),
  },
};
