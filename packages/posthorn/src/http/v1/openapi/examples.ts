/** What v1's answers look like: a mailbox with one message. */

const BASE = 'http://127.0.0.1:8025/rest-api-email/v1';
const ACCOUNTS = `${BASE}/MailAccounts`;
const ACCOUNT = `${ACCOUNTS}/gmail`;
const FOLDER = `${BASE}/MailFolders/gmail.INBOX`;
const MESSAGES = `${ACCOUNT}/MailFolders/INBOX/MessageItems`;
const MESSAGE_ID = 'gmail.INBOX.385759045.4356';
const MESSAGE = `${BASE}/MessageItems/${MESSAGE_ID}`;
const BODY = `${BASE}/MessageBodies/${MESSAGE_ID}`;
const FILE = `${BASE}/Attachments/${MESSAGE_ID}.2`;
/** The addresses of the examples. */
export const exampleUrls = {
  mailAccounts: ACCOUNTS,
  mailAccount: ACCOUNT,
  mailFolders: `${ACCOUNT}/MailFolders`,
  mailFolder: FOLDER,
  messageSearch: `${ACCOUNT}/MessageItems`,
  messageItems: MESSAGES,
  messageItem: MESSAGE,
  folderChanges: `${FOLDER}/changes`,
  accountChanges: `${ACCOUNT}/changes`,
  messageBody: BODY,
  thread: `${MESSAGE}/thread`,
  attachments: `${MESSAGE}/Attachments`,
  attachment: FILE,
} as const;

const JANE = { name: 'jane@example.org', address: 'jane@example.org' };

export const mailAccountExample: object = {
  type: 'MailAccount',
  id: 'gmail',
  attributes: {
    name: 'jane@example.org',
    from: JANE,
    replyTo: JANE,
    inbox_type: 'IMAP',
    inbox_address: 'imap.example.org',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.example.org',
    outbox_port: 465,
    outbox_secure: 'ssl',
    subscriptions: ['INBOX'],
  },
  relationships: {
    MailFolders: { links: { related: `${ACCOUNT}/MailFolders` } },
    MessageItems: { links: { related: `${ACCOUNT}/MessageItems` } },
  },
  links: { self: ACCOUNT },
};

export const mailFolderExample: object = {
  type: 'MailFolder',
  id: 'gmail.INBOX',
  attributes: {
    name: 'INBOX',
    path: 'INBOX',
    folderType: 'INBOX',
    unreadMessages: 3,
    totalMessages: 100,
  },
  relationships: {
    MailAccount: { links: { related: ACCOUNT }, data: { type: 'MailAccount', id: 'gmail' } },
    parent: { data: null },
    children: { data: [] },
    MessageItems: { links: { related: MESSAGES } },
  },
  links: { self: FOLDER },
};

/** A message in a list. */
export const messageRowExample = {
  type: 'MessageItem',
  id: MESSAGE_ID,
  attributes: {
    from: { address: 'ann@example.com', name: 'Ann' },
    to: [{ address: 'jane@example.org', name: 'Jane' }],
    subject: 'Opening day of the workshop',
    date: '2023-05-02T13:54:14+02:00',
    seen: false,
    answered: false,
    draft: false,
    flagged: false,
    recent: true,
    references: ['a1@example.com'],
    messageId: 'b2@example.com',
    size: 2048,
    hasAttachments: true,
    uid: 4356,
  },
};

export const messageItemExample: object = {
  ...messageRowExample,
  relationships: {
    MailFolder: {
      links: { self: `${MESSAGE}/relationships/MailFolder`, related: FOLDER },
      data: { type: 'MailFolder', id: 'gmail.INBOX' },
    },
    MessageBody: {
      links: { related: BODY },
      data: { type: 'MessageBody', id: MESSAGE_ID },
    },
    Attachments: { links: { related: `${MESSAGE}/Attachments` } },
    thread: { links: { related: `${MESSAGE}/thread` } },
  },
  links: { self: MESSAGE },
};

export const messageBodyExample: object = {
  type: 'MessageBody',
  id: MESSAGE_ID,
  attributes: { textPlain: 'Coffee & cake at eight.', textHtml: '<p>Coffee &amp; cake at eight.</p>' },
  relationships: {
    MessageItem: { links: { related: MESSAGE }, data: { type: 'MessageItem', id: MESSAGE_ID } },
    MailFolder: { links: { related: FOLDER }, data: { type: 'MailFolder', id: 'gmail.INBOX' } },
    Attachments: { links: { related: `${MESSAGE}/Attachments` } },
  },
  links: { self: BODY },
};

export const attachmentExample: object = {
  type: 'Attachment',
  id: `${MESSAGE_ID}.2`,
  attributes: {
    name: 'plan.txt',
    contentType: 'text/plain',
    size: 5,
    inline: false,
    downloadUrl: `${FILE}/content`,
  },
  relationships: {
    MessageItem: { links: { related: MESSAGE }, data: { type: 'MessageItem', id: MESSAGE_ID } },
  },
  links: { self: FILE },
};

const FOLDER_IDENTIFIER = { type: 'MailFolder', id: 'gmail.INBOX' };

/** What clients send, and what the answers have in addition to a resource. */
export const writtenExamples = {
  newMessage: {
    data: {
      type: 'MessageItem',
      attributes: {
        to: [{ address: 'jane@example.org', name: 'Jane' }],
        subject: 'Opening day of the workshop',
        textPlain: 'Coffee & cake at eight.',
      },
    },
  },
  placedMessage: {
    data: {
      type: 'MessageItem',
      attributes: { subject: 'Opening day of the workshop', textPlain: 'Coffee & cake at eight.' },
      relationships: { MailFolder: { data: { type: 'MailFolder', id: 'gmail.Drafts' } } },
    },
  },
  sentMessage: { data: { type: 'MessageItem', id: MESSAGE_ID } },
  changedMessage: {
    data: { type: 'MessageItem', id: MESSAGE_ID, attributes: { seen: true, flagged: true } },
  },
  folderIdentifier: FOLDER_IDENTIFIER,
  folderLinkage: { data: FOLDER_IDENTIFIER },
  newVersionMeta: {
    MessageItem: { type: 'MessageItem', id: MESSAGE_ID },
    previousId: 'gmail.INBOX.385759045.4355',
  },
  batch: {
    data: {
      type: 'MessageBatch',
      attributes: { action: 'update', seen: true },
      relationships: { MessageItems: { data: [{ type: 'MessageItem', id: MESSAGE_ID }] } },
    },
  },
  copiedAttachment: {
    data: {
      type: 'Attachment',
      relationships: { source: { data: { type: 'Attachment', id: `${MESSAGE_ID}.2` } } },
    },
  },
  newFolder: {
    data: {
      type: 'MailFolder',
      attributes: { name: 'Workshop' },
      relationships: { parent: { data: FOLDER_IDENTIFIER } },
    },
  },
  changedFolder: { data: { type: 'MailFolder', id: 'gmail.INBOX~2EOld', attributes: { name: 'New' } } },
} as const;
