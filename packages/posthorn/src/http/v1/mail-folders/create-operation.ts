import { schemasOf } from '../../../resources/attributes/attribute.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { stateSchema } from '../openapi/document-answer.ts';
import { exampleUrls, mailFolderExample, writtenExamples } from '../openapi/examples.ts';
import { problemAnswers } from '../openapi/problem-answers.ts';
import { changeHeaders, documentBody, linkageSchema, resourceDocument } from '../openapi/request-body.ts';
import { WRITTEN } from './folder-request.ts';
import { DOCUMENT, RELATIONSHIPS } from './operation-parts.ts';

export const createMailFolderAnywhereOperation = createMailFolder(
  'createMailFolderAnywhere',
  'PlacedMailFolder',
  {
    MailAccount: linkageSchema('MailAccount', {
      description: 'The account; may be missing where `parent` implies it, or where there is only one.',
    }),
  },
);

export const createMailFolderOperation = createMailFolder('createMailFolder', 'NewMailFolder');

function createMailFolder(
  operationId: string,
  title: string,
  relationships: Readonly<Record<string, JsonSchema>> = {},
): ApiOperation {
  return {
    operationId,
    summary: 'Create a folder',
    tags: ['MailFolders'],
    description:
      'Creates a folder at the top or within another one, and subscribes to it unless the document says otherwise.',
    headers: changeHeaders('idempotency-key'),
    body: documentBody(
      resourceDocument({
        title,
        type: 'MailFolder',
        hasId: false,
        attributes: schemasOf(WRITTEN),
        relationships: { ...relationships, ...RELATIONSHIPS },
      }),
      writtenExamples.newFolder,
    ),
    response: {
      ...changeAnswer({
        title: 'NewMailFolderDocument',
        status: 201,
        description: 'The folder.',
        type: 'MailFolder',
        meta: { state: stateSchema },
        example: { links: { self: exampleUrls.mailFolder }, data: mailFolderExample },
      }),
      ...problemAnswers(...DOCUMENT, 'client-id-not-supported', 'idempotency-key-reused'),
    },
  };
}
