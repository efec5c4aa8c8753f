import { schemasOf } from '../../../../resources/attributes/attribute.ts';
import type { JsonSchema } from '../../../openapi/json-schema.ts';
import type { ApiOperation } from '../../../route/api-route.ts';
import { changeAnswer } from '../../openapi/change-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from '../../openapi/examples.ts';
import { changeHeaders, documentBody, linkageSchema, resourceDocument } from '../../openapi/request-body.ts';
import { changeProblems, DOCUMENT, POSTED, SHOWING, STORING } from '../operation-parts.ts';
import { newMessageAttributes } from './message-attributes.ts';

export const createMessageItemOperation = createMessageItem('createMessageItem', {
  document: newMessageDocument('NewMessageItem'),
  example: writtenExamples.newMessage,
});

export const createMessageItemAnywhereOperation = createMessageItem('createMessageItemAnywhere', {
  document: newMessageDocument('PlacedMessageItem', ['relationships']),
  example: writtenExamples.placedMessage,
});

function createMessageItem(
  operationId: string,
  { document, example }: { readonly document: JsonSchema; readonly example: object },
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
    body: documentBody(document, example),
    response: {
      ...changeAnswer({
        title: 'StoredMessageItemDocument',
        status: 201,
        description: 'The draft.',
        type: 'MessageItem',
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

/** A new message's document; `required`: its resource's members. */
export function newMessageDocument(title: string, required?: readonly string[]): JsonSchema {
  return resourceDocument({
    title,
    type: 'MessageItem',
    hasId: false,
    attributes: schemasOf(newMessageAttributes.written),
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
