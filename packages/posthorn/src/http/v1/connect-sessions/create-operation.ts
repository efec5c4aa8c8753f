import { schemasOf } from '../../../resources/attributes/attribute.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { uriSchema } from '../openapi/document-answer.ts';
import { connectSessionExample, exampleUrls, writtenExamples } from '../openapi/examples.ts';
import { problemAnswersWithoutMail } from '../openapi/problem-answers.ts';
import { changeHeaders, documentBody, linkageSchema, resourceDocument } from '../openapi/request-body.ts';
import { KEY_PROBLEMS } from './operation-parts.ts';
import { WRITTEN } from './session-request.ts';

export const createConnectSessionOperation: ApiOperation = {
  operationId: 'createConnectSession',
  summary: 'Invite a person to connect a mailbox',
  tags: ['ConnectSessions'],
  description:
    'Makes a page on which a person connects a mailbox, or reconnects the named account, whose id stays. Send the person to ' +
    '`links.page`. The page can be loaded again until it has succeeded once; its address is a secret and is shown here only. ' +
    'Needs the scope `accounts`. A key that is bound to accounts reconnects those.',
  headers: changeHeaders('idempotency-key'),
  body: documentBody(
    resourceDocument({
      title: 'NewConnectSession',
      type: 'ConnectSession',
      hasId: false,
      required: ['attributes'],
      attributes: schemasOf(WRITTEN),
      relationships: {
        MailAccount: linkageSchema('MailAccount', {
          isNullable: true,
          description: 'The account to reconnect; null or missing for a new one.',
        }),
      },
    }),
    writtenExamples.newConnectSession,
  ),
  response: {
    ...changeAnswer({
      title: 'NewConnectSessionDocument',
      status: 201,
      description: 'The session, and the address of its page.',
      type: 'ConnectSession',
      links: { page: { ...uriSchema, description: 'The page for the person. A secret.' } },
      example: {
        links: { self: exampleUrls.connectSession, page: exampleUrls.connectPage },
        data: connectSessionExample,
      },
    }),
    ...problemAnswersWithoutMail(
      ...KEY_PROBLEMS,
      ...(['unknown-parameter', 'unknown-field', 'not-acceptable', 'unsupported-media-type'] as const),
      ...(['invalid-json', 'invalid-document', 'invalid-value', 'resource-mismatch'] as const),
      ...(['client-id-not-supported', 'relationship-not-changeable', 'payload-too-large'] as const),
      ...(['access-denied', 'mail-account-unknown', 'outdated-version', 'idempotency-key-reused'] as const),
    ),
  },
};
