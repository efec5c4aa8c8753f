/** What the description says of v1's operations that change messages, by operation id. */
import type { TypeName } from '../../v1/resource-types.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { OperationDetails } from '../version-description.ts';
import { changeAnswer, emptyAnswer } from './change-answer.ts';
import { documentAnswers } from './document-answer.ts';
import { exampleUrls, messageItemExample, writtenExamples } from './examples.ts';
import { attributesParameter, filterParameters, pathSchema, querySchema } from './parameter-schemas.ts';
import { type DescribedProblemCode, problemAnswers } from './problem-answers.ts';
import {
  changeHeaders,
  documentBody,
  linkageDocument,
  linkageSchema,
  resourceDocument,
  writable,
} from './request-body.ts';
import {
  identifierSchema,
  newVersionMeta,
  previousIdSchema,
  readBackTexts,
  warningsSchema,
} from './written-schemas.ts';

const FOLDER_PATH = pathSchema('mailAccountId', 'mailFolderId');
const MESSAGE_PATH = pathSchema('mailAccountId', 'mailFolderId', 'messageItemId');
const TYPES: readonly TypeName[] = ['MessageItem', 'MailFolder', 'MailAccount', 'MessageBody', 'Attachment'];
const INCLUDED = TYPES.filter((type) => type !== 'MessageItem');
const SHOWN = querySchema({
  types: TYPES,
  include: ['MailFolder', 'MailFolder.MailAccount', 'MessageBody', 'Attachments'],
  more: attributesParameter,
});
const MESSAGE: JsonSchema = { $ref: '#/components/schemas/MessageItem' };

const REQUEST = ['unknown-parameter', 'not-acceptable', 'unsupported-media-type'] as const;
const DOCUMENT = [
  ...REQUEST,
  'invalid-json',
  'invalid-document',
  'invalid-value',
  'resource-mismatch',
  'payload-too-large',
] as const;
const EXISTING = ['mailbox-unknown', 'message-unknown', 'message-gone', 'outdated-version'] as const;
const STORING = ['message-too-large', 'quota-exceeded'] as const;
const SHOWING = ['unknown-field', 'include-not-supported'] as const;
const POSTED = 'idempotency-key-reused';

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
const FLAGS = writable('MessageItem', 'seen', 'flagged', 'answered', 'draft');

export const messageWritingOperations: Readonly<Record<string, OperationDetails>> = {
  createMessageItem: {
    description:
      'Stores a new draft, from the owner of the account and of now unless the document says otherwise. A text that is given alone ' +
      'replaces both. With `repliesTo` or `forwards`, recipients, subject, references and, for a forward, text and files come from that ' +
      'message; what the attributes say goes before them.',
    params: FOLDER_PATH,
    headers: changeHeaders('idempotency-key'),
    querystring: SHOWN,
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
      ...answers(
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
    querystring: SHOWN,
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
      ...answers(
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
  deleteMessageItem: {
    description:
      'Moves the message to the trash. A message that is there already, or any with `skipTrash=true`, is deleted for good.',
    params: MESSAGE_PATH,
    headers: changeHeaders('if-match'),
    querystring: {
      type: 'object',
      properties: {
        skipTrash: {
          type: 'boolean',
          default: false,
          description: 'True: the message is deleted for good.',
          examples: [true],
        },
      },
    },
    response: {
      ...changeAnswer({
        description: 'The message is in the trash, under another id.',
        meta: { trashed: identifierSchema },
        example: {
          links: { related: exampleUrls.messageItem },
          meta: { trashed: { type: 'MessageItem', id: 'gmail/Trash/385759046.7' } },
        },
      }),
      ...emptyAnswer('The message is deleted for good.'),
      ...answers(...REQUEST, ...EXISTING, 'conflict'),
    },
  },
  copyMessageItem: {
    description: 'Copies the message with its flags into another folder.',
    params: MESSAGE_PATH,
    headers: changeHeaders('if-match', 'idempotency-key'),
    querystring: SHOWN,
    body: documentBody(linkageDocument('MailFolder'), writtenExamples.folderLinkage),
    response: {
      ...changeAnswer({
        status: 201,
        description: 'The copy.',
        data: MESSAGE,
        included: INCLUDED,
        example: { links: { self: exampleUrls.messageItem }, data: messageItemExample },
      }),
      ...answers(...DOCUMENT, ...SHOWING, ...EXISTING, POSTED, 'conflict', 'quota-exceeded'),
    },
  },
  sendMessageItem: {
    description:
      'Sends a draft and files it in the folder for sent messages. However often it is asked for, the same draft is sent once. `data` is ' +
      'null where the provider keeps a copy of its own and that is not known yet; `meta` tells who took the message, null where an ' +
      'earlier process has sent it.',
    params: MESSAGE_PATH,
    headers: changeHeaders('if-match', 'idempotency-key'),
    querystring: SHOWN,
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
      ...answers(
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
  getFolderRelationship: {
    description: 'The folder of the message as a resource identifier.',
    params: MESSAGE_PATH,
    response: {
      ...documentAnswers({
        self: `${exampleUrls.messageItem}/relationships/MailFolder`,
        description: 'The folder.',
        type: 'MailFolder',
        example: writtenExamples.folderIdentifier,
        linkage: newVersionMeta,
      }),
      ...answers('unknown-parameter', 'not-acceptable', 'mailbox-unknown', 'message-unknown', 'message-gone'),
    },
  },
  updateFolderRelationship: {
    description: 'Moves the message to another folder, where it has another id: `meta` tells both.',
    params: MESSAGE_PATH,
    headers: changeHeaders('if-match'),
    body: documentBody(linkageDocument('MailFolder'), writtenExamples.folderLinkage),
    response: {
      ...changeAnswer({
        description: 'The folder that the message is in now.',
        data: identifierSchema,
        meta: newVersionMeta,
        example: {
          links: {
            self: `${exampleUrls.messageItem}/relationships/MailFolder`,
            related: exampleUrls.mailFolder,
          },
          meta: writtenExamples.newVersionMeta,
          data: writtenExamples.folderIdentifier,
        },
      }),
      ...answers(...DOCUMENT, ...EXISTING),
    },
  },
  changeMessageItems: {
    description:
      'Does one thing to many messages of the folder: `update` their flags, `move` them, or `delete` them. The messages are named by the ' +
      'document, at most 1000, or found by the filters of the list: one of both. What was done before a failure stays done.',
    params: FOLDER_PATH,
    headers: changeHeaders('idempotency-key'),
    querystring: { type: 'object', properties: filterParameters },
    body: documentBody(
      resourceDocument({
        type: 'MessageBatch',
        hasId: false,
        attributes: {
          action: { type: 'string', enum: ['update', 'move', 'delete'] },
          ...FLAGS,
          addedKeywords: { type: 'array', items: { type: 'string' } },
          removedKeywords: { type: 'array', items: { type: 'string' } },
          skipTrash: { type: 'boolean', description: 'With `delete`: for good.' },
        },
        relationships: {
          MessageItems: linkageSchema('MessageItem', { isMany: true, description: 'The messages.' }),
          MailFolder: linkageSchema('MailFolder', { description: 'With `move`: the folder to move to.' }),
        },
      }),
      writtenExamples.batch,
    ),
    response: {
      ...changeAnswer({
        description: 'What became of each message.',
        meta: {
          matched: { type: 'integer', minimum: 0, description: 'How many messages were there.' },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'outcome'],
              properties: {
                id: { type: 'string' },
                outcome: { type: 'string', enum: ['changed', 'moved', 'deleted', 'unknown'] },
                newId: { type: 'string', description: 'After a move, where the mail server tells it.' },
              },
            },
          },
        },
        example: {
          meta: { matched: 1, results: [{ id: 'gmail/INBOX/385759045.4356', outcome: 'changed' }] },
        },
      }),
      ...answers(
        ...DOCUMENT,
        POSTED,
        'mailbox-unknown',
        'conflict',
        'capability-missing',
        'outdated-version',
        'client-id-not-supported',
        'relationship-not-changeable',
      ),
    },
  },
};

function answers(...codes: readonly DescribedProblemCode[]): Readonly<Record<number, object>> {
  return problemAnswers(...new Set(codes));
}
