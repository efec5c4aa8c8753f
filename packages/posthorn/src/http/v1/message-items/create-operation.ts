/** The description of `POST …/MessageItems`. */

import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from '../openapi/examples.ts';
import {
  changeHeaders,
  documentBody,
  linkageSchema,
  resourceDocument,
  writable,
} from '../openapi/request-body.ts';
import {
  CONTENT,
  changeProblems,
  DOCUMENT,
  FOLDER_PATH,
  INCLUDED,
  MESSAGE,
  POSTED,
  SHOWING,
  SHOWN_MESSAGE,
  STORING,
} from './operation-parts.ts';

/** In the folder of the address. */
export const createMessageItemOperation: ApiOperation = {
  ...createMessageItem('createMessageItem', { example: writtenExamples.newMessage }),
  params: FOLDER_PATH,
};

/** In the folder that the document names. */
export const createMessageItemAnywhereOperation: ApiOperation = createMessageItem(
  'createMessageItemAnywhere',
  {
    example: writtenExamples.placedMessage,
    required: ['relationships'],
  },
);

function createMessageItem(
  operationId: string,
  { example, required }: { readonly example: object; readonly required?: readonly string[] },
): ApiOperation {
  return {
    operationId,
    summary: 'Create a draft',
    tags: ['MessageItems'],
    description:
      'Stores a new draft, from the owner of the account and of now unless the document says otherwise. A text that is given alone ' +
      'replaces both. With `repliesTo` or `forwards`, recipients, subject, references and, for a forward, text and files come from that ' +
      'message. Attributes of the document override these; its texts stand above those that come along.',
    headers: changeHeaders('idempotency-key'),
    querystring: SHOWN_MESSAGE,
    body: documentBody(newMessageDocument(required), example),
    response: {
      ...changeAnswer({
        status: 201,
        description: 'The draft.',
        data: MESSAGE,
        included: INCLUDED,
        example: { links: { self: exampleUrls.messageItem }, data: messageItemExample },
      }),
      ...changeProblems(
        ...DOCUMENT,
        ...SHOWING,
        ...STORING,
        POSTED,
        'client-id-not-supported',
        'relationship-not-changeable',
        'mailbox-unknown',
        'message-unknown',
        'attachment-unknown',
        'outdated-version',
      ),
    },
  };
}

/** The document of a message that is to be created; `required` are members of its resource. */
export function newMessageDocument(required?: readonly string[]): JsonSchema {
  return resourceDocument({
    type: 'MessageItem',
    hasId: false,
    attributes: { ...CONTENT, ...writable('MessageItem', 'seen', 'flagged', 'keywords') },
    ...(required && { required }),
    relationships: {
      MailFolder: linkageSchema('MailFolder', {
        description: 'The folder that the message is to be in; may be missing where the address names it.',
      }),
      repliesTo: linkageSchema('MessageItem', { description: 'The message that this one answers.' }),
      forwards: linkageSchema('MessageItem', { description: 'The message that this one forwards.' }),
      Attachments: linkageSchema('Attachment', {
        isMany: true,
        description: 'Files of any messages of the account, to be attached to this one.',
      }),
    },
    meta: {
      replyAll: { type: 'boolean', description: 'With `repliesTo`: to all who got the message.' },
      quote: { type: 'boolean', description: 'With `repliesTo`: with the text of the message.' },
    },
  });
}
