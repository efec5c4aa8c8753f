/** What the description says of v1's operations beside what their routes say, by operation id. */

import type { OperationDetails } from '../../openapi/version-description.ts';
import type { TypeName } from '../resource-types.ts';
import { attachmentWritingOperations } from './attachment-writing-operations.ts';
import { documentAnswers } from './document-answer.ts';
import {
  attachmentExample,
  exampleUrls,
  mailAccountExample,
  mailFolderExample,
  messageBodyExample,
  messageItemExample,
} from './examples.ts';
import { folderWritingOperations } from './folder-writing-operations.ts';
import { messageMovingOperations } from './message-moving-operations.ts';
import { messageWritingOperations } from './message-writing-operations.ts';
import {
  allPageParameters,
  attributesParameter,
  filterParameters,
  offsetPageParameters,
  pathSchema,
  querySchema,
  rootParameters,
  sortParameter,
} from './parameter-schemas.ts';
import { problemAnswers } from './problem-answers.ts';

const SELECTION = ['unknown-parameter', 'unknown-field', 'not-acceptable'] as const;
const MESSAGE = ['mailbox-unknown', 'message-unknown', 'message-gone'] as const;
const MESSAGE_INCLUDE = ['MailFolder', 'MailFolder.MailAccount', 'MessageBody', 'Attachments'];
const MESSAGE_TYPES: readonly TypeName[] = [
  'MessageItem',
  'MailFolder',
  'MailAccount',
  'MessageBody',
  'Attachment',
];
const MESSAGE_INCLUDED = MESSAGE_TYPES.filter((type) => type !== 'MessageItem');
const FILE_HEADERS = {
  'content-disposition': {
    type: 'string',
    description: '`attachment` with the name of the file (RFC 6266).',
  },
  'accept-ranges': { type: 'string', const: 'bytes' },
  etag: { type: 'string', description: 'For `If-None-Match` and `If-Range`.' },
};
const FILE_PATH = pathSchema('mailAccountId', 'mailFolderId', 'messageItemId', 'attachmentId');
const MESSAGE_PATH = pathSchema('mailAccountId', 'mailFolderId', 'messageItemId');
const FILE_PROBLEMS = problemAnswers(...MESSAGE, 'attachment-unknown');

const mailAccountOperations = {
  listMailAccounts: {
    description:
      'The accounts of the client, after their mail servers have accepted the login. With ' +
      '`AUTH_PROVIDER=local-mail-account` the list is empty when the request has no `X-CNMAIL-DATA`.',
    querystring: querySchema({ types: ['MailAccount'] }),
    response: {
      ...documentAnswers({
        self: exampleUrls.mailAccounts,
        description: 'The accounts.',
        type: 'MailAccount',
        example: [mailAccountExample],
      }),
      ...problemAnswers(...SELECTION),
    },
  },
  getMailAccount: {
    description: 'One account of the client.',
    params: pathSchema('mailAccountId'),
    querystring: querySchema({ types: ['MailAccount'] }),
    response: {
      ...documentAnswers({
        self: exampleUrls.mailAccount,
        description: 'The account.',
        type: 'MailAccount',
        example: mailAccountExample,
      }),
      ...problemAnswers(...SELECTION),
    },
  },
};

const FOLDER_ANSWER = { type: 'MailFolder', included: ['MailAccount'] } as const;

const mailFolderOperations = {
  listMailFolders: {
    description: 'The folders of the account as a flat list, parents before their children.',
    params: pathSchema('mailAccountId'),
    querystring: querySchema({
      types: ['MailFolder', 'MailAccount'],
      include: ['MailAccount'],
      more: rootParameters,
    }),
    response: {
      ...documentAnswers({
        self: exampleUrls.mailFolders,
        ...FOLDER_ANSWER,
        description: 'The folders.',
        example: [mailFolderExample],
      }),
      ...problemAnswers(...SELECTION, 'include-not-supported'),
    },
  },
  getMailFolder: {
    description: 'One folder of the account.',
    params: pathSchema('mailAccountId', 'mailFolderId'),
    querystring: querySchema({ types: ['MailFolder', 'MailAccount'], include: ['MailAccount'] }),
    response: {
      ...documentAnswers({
        self: exampleUrls.mailFolder,
        ...FOLDER_ANSWER,
        description: 'The folder.',
        example: mailFolderExample,
      }),
      ...problemAnswers(...SELECTION, 'include-not-supported', 'mailbox-unknown'),
    },
  },
};

const MESSAGES_ANSWER = {
  type: 'MessageItem',
  included: MESSAGE_INCLUDED,
  example: [messageItemExample],
  isPaged: true,
} as const;

const messageItemOperations = {
  searchMessageItems: {
    description:
      'The messages of all folders, newest first. Where the mail server is too slow to search them all, ' +
      '`meta.incomplete` says so.',
    params: pathSchema('mailAccountId'),
    querystring: querySchema({
      types: MESSAGE_TYPES,
      include: MESSAGE_INCLUDE,
      more: { ...offsetPageParameters, ...sortParameter, ...filterParameters, ...attributesParameter },
    }),
    response: {
      ...documentAnswers({
        self: exampleUrls.messageSearch,
        ...MESSAGES_ANSWER,
        description: 'A page of messages.',
      }),
      ...problemAnswers(...SELECTION, 'include-not-supported', 'sort-not-supported', 'capability-missing'),
    },
  },
  listMessageItems: {
    description: 'A page of the messages of a folder. Reading it changes no flag.',
    params: pathSchema('mailAccountId', 'mailFolderId'),
    querystring: querySchema({
      types: MESSAGE_TYPES,
      include: MESSAGE_INCLUDE,
      more: { ...allPageParameters, ...sortParameter, ...filterParameters, ...attributesParameter },
    }),
    response: {
      ...documentAnswers({
        self: exampleUrls.messageItems,
        ...MESSAGES_ANSWER,
        description: 'A page of messages.',
      }),
      ...problemAnswers(
        ...SELECTION,
        'include-not-supported',
        'sort-not-supported',
        'page-size-exceeded',
        'range-pagination-not-supported',
        'mailbox-unknown',
        'capability-missing',
      ),
    },
  },
  getMessageItem: {
    description: 'The envelope of the message. Its texts and its files have addresses of their own.',
    params: MESSAGE_PATH,
    querystring: querySchema({ types: MESSAGE_TYPES, include: MESSAGE_INCLUDE, more: attributesParameter }),
    response: {
      ...documentAnswers({
        self: exampleUrls.messageItem,
        description: 'The message.',
        type: 'MessageItem',
        included: MESSAGE_INCLUDED,
        example: messageItemExample,
      }),
      ...problemAnswers(...SELECTION, 'include-not-supported', ...MESSAGE),
    },
  },
  getThread: {
    description: 'The conversation that the message belongs to, in all folders, the oldest message first.',
    params: MESSAGE_PATH,
    querystring: querySchema({ types: MESSAGE_TYPES, include: MESSAGE_INCLUDE, more: attributesParameter }),
    response: {
      ...documentAnswers({
        self: exampleUrls.thread,
        ...MESSAGES_ANSWER,
        description: 'The messages of the conversation.',
      }),
      ...problemAnswers(...SELECTION, 'include-not-supported', ...MESSAGE),
    },
  },
};

const messageBodyOperations = {
  getMessageBody: {
    description: 'Both texts of the message in Unicode. Reading them does not mark the message as seen.',
    params: MESSAGE_PATH,
    querystring: querySchema({
      types: ['MessageBody', 'MessageItem', 'MailFolder', 'MailAccount', 'Attachment'],
      include: ['MessageItem', 'MailFolder', 'MailFolder.MailAccount', 'Attachments'],
    }),
    response: {
      ...documentAnswers({
        self: exampleUrls.messageBody,
        description: 'The texts.',
        type: 'MessageBody',
        included: ['MessageItem', 'MailFolder', 'MailAccount', 'Attachment'],
        example: messageBodyExample,
      }),
      ...problemAnswers(...SELECTION, 'include-not-supported', ...MESSAGE),
    },
  },
};

const FILE_INCLUDE = ['MessageItem', 'MessageItem.MailFolder', 'MessageItem.MessageBody'];
const FILE_TYPES: readonly TypeName[] = [
  'Attachment',
  'MessageItem',
  'MailFolder',
  'MailAccount',
  'MessageBody',
];
const FILE_INCLUDED = FILE_TYPES.filter((type) => type !== 'Attachment');

const attachmentOperations = {
  listAttachments: {
    description: 'The files of the message, without their contents.',
    params: MESSAGE_PATH,
    querystring: querySchema({ types: FILE_TYPES, include: FILE_INCLUDE }),
    response: {
      ...documentAnswers({
        self: exampleUrls.attachments,
        description: 'The files in the order of the message.',
        type: 'Attachment',
        included: FILE_INCLUDED,
        example: [attachmentExample],
      }),
      ...problemAnswers(...SELECTION, 'include-not-supported', ...MESSAGE),
    },
  },
  getAttachment: {
    description: 'One file, without its content.',
    params: FILE_PATH,
    querystring: querySchema({ types: FILE_TYPES, include: FILE_INCLUDE }),
    response: {
      ...documentAnswers({
        self: exampleUrls.attachment,
        description: 'The file.',
        type: 'Attachment',
        included: FILE_INCLUDED,
        example: attachmentExample,
      }),
      ...problemAnswers(...SELECTION, 'include-not-supported', ...MESSAGE, 'attachment-unknown'),
    },
  },
  headAttachmentContent: {
    description: 'The headers of the download, without reading the file from the mail server.',
    params: FILE_PATH,
    response: {
      200: { description: 'The file exists.', headers: FILE_HEADERS, type: 'null' },
      ...FILE_PROBLEMS,
    },
  },
  downloadAttachmentContent: {
    description:
      'The file itself, as a stream. Types that a browser could run come as `application/octet-stream`. ' +
      'A `Range` of octets is answered with that part.',
    params: FILE_PATH,
    response: {
      200: {
        description: 'The file.',
        headers: FILE_HEADERS,
        content: { '*/*': { schema: { format: 'binary' } } },
      },
      206: {
        description: 'The range of the file.',
        headers: { ...FILE_HEADERS, 'content-range': { type: 'string' } },
        content: { '*/*': { schema: { format: 'binary' } } },
      },
      ...problemAnswers(...MESSAGE, 'attachment-unknown', 'range-not-satisfiable'),
    },
  },
};

export const operationDetails: Readonly<Record<string, OperationDetails>> = {
  ...mailAccountOperations,
  ...mailFolderOperations,
  ...messageItemOperations,
  ...messageBodyOperations,
  ...attachmentOperations,
  ...folderWritingOperations,
  ...messageWritingOperations,
  ...messageMovingOperations,
  ...attachmentWritingOperations,
};
