/** What the description says of v1's operations that write and send messages, by operation id. */
import type { OperationDetails } from '../../openapi/version-description.ts';
import { changeAnswer } from './change-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from './examples.ts';
import {
  changeProblems,
  DOCUMENT,
  EXISTING,
  FLAGS,
  FOLDER_PATH,
  INCLUDED,
  MESSAGE,
  MESSAGE_PATH,
  POSTED,
  REQUEST,
  SHOWING,
  SHOWN_MESSAGE,
  STORING,
} from './message-changes.ts';
import { changeHeaders, documentBody, linkageSchema, resourceDocument, writable } from './request-body.ts';
import { previousIdSchema, readBackTexts, warningsSchema } from './written-schemas.ts';

const CONTENT = {
  ...writable(
    'MessageItem',
    'from',
    'replyTo',
    'to',
    'cc',
    'bcc',
    'subject',
    'date',
    'references',
    'inReplyTo',
  ),
  ...readBackTexts,
};

export const messageWritingOperations: Readonly<Record<string, OperationDetails>> = {
  createMessageItem: {
    description:
      'Stores a new draft, from the owner of the account and of now unless the document says otherwise. A text that is given alone ' +
      'replaces both. With `repliesTo` or `forwards`, recipients, subject, references and, for a forward, text and files come from that ' +
      'message; what the attributes say goes before them.',
    params: FOLDER_PATH,
    headers: changeHeaders('idempotency-key'),
    querystring: SHOWN_MESSAGE,
    body: documentBody(
      resourceDocument({
        type: 'MessageItem',
        hasId: false,
        attributes: { ...CONTENT, ...writable('MessageItem', 'seen', 'flagged', 'keywords') },
        relationships: {
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
      }),
      writtenExamples.newMessage,
    ),
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
  },
  updateMessageItem: {
    description:
      'Changes what the document names, or nothing. Flags and keywords of any message; `keywords` is the whole list. Header fields and ' +
      'texts of drafts only, which gives the draft another id: `meta.previousId` tells the old one. `MailFolder` moves the ' +
      'message, after all else, and gives it another id too.',
    params: MESSAGE_PATH,
    headers: changeHeaders('if-match'),
    querystring: SHOWN_MESSAGE,
    body: documentBody(
      resourceDocument({
        type: 'MessageItem',
        hasId: true,
        attributes: { ...FLAGS, ...writable('MessageItem', 'keywords'), ...CONTENT },
        relationships: { MailFolder: linkageSchema('MailFolder', { description: 'The folder to move to.' }) },
      }),
      writtenExamples.changedMessage,
    ),
    response: {
      ...changeAnswer({
        description: 'The message as it is now.',
        data: MESSAGE,
        included: INCLUDED,
        meta: { previousId: previousIdSchema, warnings: warningsSchema },
        example: { links: { self: exampleUrls.messageItem }, data: messageItemExample },
      }),
      ...changeProblems(
        ...DOCUMENT,
        ...SHOWING,
        ...EXISTING,
        ...STORING,
        'relationship-not-changeable',
        'conflict',
        'capability-missing',
      ),
    },
  },
  sendMessageItem: {
    description:
      'Sends a draft and files it in the folder for sent messages. However often it is asked for, the same draft is sent once. `data` is ' +
      'null where the provider keeps a copy of its own and that is not known yet; `meta` tells who took the message, null where an ' +
      'earlier process has sent it.',
    params: MESSAGE_PATH,
    headers: changeHeaders('if-match', 'idempotency-key'),
    querystring: SHOWN_MESSAGE,
    response: {
      ...changeAnswer({
        description: 'The message as it is filed.',
        data: { anyOf: [MESSAGE, { type: 'null' }] },
        included: INCLUDED,
        meta: {
          accepted: {
            type: ['array', 'null'],
            items: { type: 'string' },
            description: 'The recipients that were accepted.',
          },
          rejected: {
            type: ['array', 'null'],
            items: {
              type: 'object',
              required: ['address', 'code', 'enhancedCode'],
              properties: {
                address: { type: 'string' },
                code: { type: 'integer', description: 'The reply code of the sending server.' },
                enhancedCode: {
                  type: ['string', 'null'],
                  description: 'Its enhanced status code, such as `5.1.1`.',
                },
              },
            },
            description: 'The recipients that were not.',
          },
          warnings: { ...warningsSchema, description: 'What did not work after the message had gone out.' },
          previousId: previousIdSchema,
        },
        example: {
          links: { self: exampleUrls.messageItem },
          meta: {
            accepted: ['jane@example.org'],
            rejected: [],
            warnings: [],
            previousId: 'gmail/Drafts/385759047.12',
          },
          data: messageItemExample,
        },
      }),
      ...changeProblems(
        ...REQUEST,
        ...SHOWING,
        ...EXISTING,
        POSTED,
        'invalid-document',
        'invalid-value',
        'conflict',
        'message-too-large',
        'message-rejected',
        'quota-exceeded',
        'submission-uncertain',
      ),
    },
  },
};
