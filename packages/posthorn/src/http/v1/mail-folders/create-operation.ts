/** The description of `POST …/MailFolders`. */

import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { stateSchema } from '../openapi/document-answer.ts';
import { exampleUrls, mailFolderExample, writtenExamples } from '../openapi/examples.ts';
import { pathSchema } from '../openapi/parameter-schemas.ts';
import { problemAnswers } from '../openapi/problem-answers.ts';
import {
  changeHeaders,
  documentBody,
  linkageSchema,
  resourceDocument,
  writable,
} from '../openapi/request-body.ts';
import { DOCUMENT, FOLDER, RELATIONSHIPS, SHOWN_FOLDER } from './operation-parts.ts';

/** Where the document names the account. */
export const createMailFolderAnywhereOperation: ApiOperation = {
  ...createMailFolder('createMailFolderAnywhere', {
    MailAccount: linkageSchema('MailAccount', {
      description: 'The account; may be missing where `parent` implies it, or where there is only one.',
    }),
  }),
};

export const createMailFolderOperation: ApiOperation = {
  ...createMailFolder('createMailFolder'),
  params: pathSchema('mailAccountId'),
};

function createMailFolder(
  operationId: string,
  relationships: Readonly<Record<string, JsonSchema>> = {},
): ApiOperation {
  return {
    operationId,
    summary: 'Create a folder',
    tags: ['MailFolders'],
    description:
      'Creates a folder at the top or within another one, and subscribes to it unless the document says otherwise.',
    headers: changeHeaders('idempotency-key'),
    querystring: SHOWN_FOLDER,
    body: documentBody(
      resourceDocument({
        type: 'MailFolder',
        hasId: false,
        attributes: writable('MailFolder', 'name', 'subscribed'),
        relationships: { ...relationships, ...RELATIONSHIPS },
      }),
      writtenExamples.newFolder,
    ),
    response: {
      ...changeAnswer({
        status: 201,
        description: 'The folder.',
        data: FOLDER,
        meta: { state: stateSchema },
        included: ['MailAccount'],
        example: { links: { self: exampleUrls.mailFolder }, data: mailFolderExample },
      }),
      ...problemAnswers(...DOCUMENT, 'client-id-not-supported', 'idempotency-key-reused'),
    },
  };
}
