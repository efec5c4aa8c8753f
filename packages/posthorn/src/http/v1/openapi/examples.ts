const BASE = 'http://127.0.0.1:8025/rest-api-email/v1';
const ACCOUNTS = `${BASE}/MailAccounts`;
const ACCOUNT = `${ACCOUNTS}/demo`;
const FOLDER = `${BASE}/MailFolders/demo.INBOX`;
const MESSAGES = `${ACCOUNT}/MailFolders/INBOX/MessageItems`;
const MESSAGE_ID = 'demo.INBOX.1700000001.10';
const MESSAGE = `${BASE}/MessageItems/${MESSAGE_ID}`;
const BODY = `${BASE}/MessageBodies/${MESSAGE_ID}`;
const FILE = `${BASE}/Attachments/${MESSAGE_ID}.2`;
const API_KEY = `${BASE}/ApiKeys/5f0c9a1b2c3d4e5f60`;
const EVENT_ID = 'NjH3EEZb852Jhif7HXbPn5VZ4hcmo87H';
const EVENT = `${BASE}/Events/${EVENT_ID}`;
const SESSION_ID = '4f1d0c6f2a9be37785d20e61c3a4b812';
export const exampleUrls = {
  mailAccounts: ACCOUNTS,
  mailAccount: ACCOUNT,
  connectedAccount: `${ACCOUNTS}/jane`,
  mailFolders: `${ACCOUNT}/MailFolders`,
  mailFolder: FOLDER,
  messageSearch: `${ACCOUNT}/MessageItems`,
  messageItems: MESSAGES,
  messageItem: MESSAGE,
  folderChanges: `${FOLDER}/changes`,
  inventory: `${FOLDER}/inventory`,
  accountChanges: `${ACCOUNT}/changes`,
  messageBody: BODY,
  thread: `${MESSAGE}/thread`,
  attachments: `${MESSAGE}/Attachments`,
  attachment: FILE,
  apiKeys: `${BASE}/ApiKeys`,
  apiKey: API_KEY,
  events: `${BASE}/Events`,
  event: EVENT,
  connectSession: `${BASE}/ConnectSessions/${SESSION_ID}`,
  webhooks: `${BASE}/Webhooks`,
  webhook: `${BASE}/Webhooks/7b1d0c3f5a9e8d2b4c6f1a0e`,
  webhookDeliveries: `${BASE}/Webhooks/7b1d0c3f5a9e8d2b4c6f1a0e/deliveries`,
  connectPage: `http://127.0.0.1:8025/rest-imapuser/connect/${SESSION_ID}/8mXq1c8vYQpJ2nZ0pEw3wqk6b0u0mJ8b1u3o5s7y9A0`,
} as const;

const JANE = { name: 'jane@posthorn.test', address: 'jane@posthorn.test' };

export const mailAccountExample: object = {
  type: 'MailAccount',
  id: 'demo',
  attributes: {
    name: 'jane@posthorn.test',
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

export const connectedAccountExample: object = {
  type: 'MailAccount',
  id: 'jane',
  attributes: {
    name: 'jane@posthorn.test',
    from: { name: 'Jane Doe', address: 'jane@posthorn.test' },
    replyTo: { name: 'Jane Doe', address: 'jane@posthorn.test' },
    inbox_type: 'IMAP',
    inbox_address: 'imap.example.org',
    inbox_port: 993,
    inbox_ssl: true,
    outbox_address: 'smtp.example.org',
    outbox_port: 465,
    outbox_secure: 'ssl',
    subscriptions: [],
    state: 'ok',
    stateSince: '2026-05-02T11:54:14Z',
    problem: null,
    provider: null,
    watch: { mode: 'none', lastProofAt: null },
    enabled: true,
    createdAt: '2026-05-02T11:54:14Z',
  },
  relationships: {
    MailFolders: { links: { related: `${ACCOUNTS}/jane/MailFolders` } },
    MessageItems: { links: { related: `${ACCOUNTS}/jane/MessageItems` } },
  },
  links: { self: `${ACCOUNTS}/jane` },
};

export const mailFolderExample: object = {
  type: 'MailFolder',
  id: 'demo.INBOX',
  attributes: {
    name: 'INBOX',
    path: 'INBOX',
    folderType: 'INBOX',
    unreadMessages: 3,
    totalMessages: 100,
  },
  relationships: {
    MailAccount: { links: { related: ACCOUNT }, data: { type: 'MailAccount', id: 'demo' } },
    parent: { data: null },
    children: { data: [] },
    MessageItems: { links: { related: MESSAGES } },
  },
  links: { self: FOLDER },
};

export const messageRowExample = {
  type: 'MessageItem',
  id: MESSAGE_ID,
  attributes: {
    from: { address: 'permits@council.test', name: 'City Council, Permits' },
    to: [{ address: 'jane@posthorn.test', name: 'Jane Doe' }],
    subject: 'Your permit no. 2201',
    date: '2023-05-02T13:54:14+02:00',
    seen: false,
    answered: false,
    draft: false,
    flagged: false,
    recent: true,
    references: [],
    messageId: 'permit.2201@council.test',
    size: 422_369,
    hasAttachments: true,
    uid: 10,
  },
};

export const messageItemExample: object = {
  ...messageRowExample,
  relationships: {
    MailFolder: {
      links: { self: `${MESSAGE}/relationships/MailFolder`, related: FOLDER },
      data: { type: 'MailFolder', id: 'demo.INBOX' },
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
  attributes: { textPlain: 'The permit & the plan.', textHtml: '<p>The permit &amp; the plan.</p>' },
  relationships: {
    MessageItem: { links: { related: MESSAGE }, data: { type: 'MessageItem', id: MESSAGE_ID } },
    MailFolder: { links: { related: FOLDER }, data: { type: 'MailFolder', id: 'demo.INBOX' } },
    Attachments: { links: { related: `${MESSAGE}/Attachments` } },
  },
  links: { self: BODY },
};

export const attachmentExample: object = {
  type: 'Attachment',
  id: `${MESSAGE_ID}.2`,
  attributes: {
    name: 'inventory.txt',
    contentType: 'text/plain',
    size: 62,
    inline: false,
    downloadUrl: `${FILE}/content`,
  },
  relationships: {
    MessageItem: { links: { related: MESSAGE }, data: { type: 'MessageItem', id: MESSAGE_ID } },
  },
  links: { self: FILE },
};

export const connectSessionExample: object = {
  type: 'ConnectSession',
  id: SESSION_ID,
  attributes: {
    status: 'open',
    problem: null,
    returnUrl: 'https://crm.example/mailbox-connected?customer=7',
    address: 'jane@posthorn.test',
    name: null,
    providers: null,
    createdAt: '2026-11-26T09:00:00Z',
    expiresAt: '2026-11-26T09:15:00Z',
  },
  relationships: { MailAccount: { data: null } },
  links: { self: exampleUrls.connectSession },
};

const FOLDER_IDENTIFIER = { type: 'MailFolder', id: 'demo.INBOX' };

export const writtenExamples = {
  newMessage: {
    data: {
      type: 'MessageItem',
      attributes: {
        to: [{ address: 'ann@posthorn.test', name: 'Ann Lee' }],
        subject: 'Opening day of the workshop',
        textPlain: 'Coffee & cake at eight.',
      },
    },
  },
  placedMessage: {
    data: {
      type: 'MessageItem',
      attributes: { subject: 'Opening day of the workshop', textPlain: 'Coffee & cake at eight.' },
      relationships: { MailFolder: { data: { type: 'MailFolder', id: 'demo.Drafts' } } },
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
    previousId: 'demo.INBOX.1700000001.9',
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
  newConnectSession: {
    data: {
      type: 'ConnectSession',
      attributes: {
        returnUrl: 'https://crm.example/mailbox-connected?customer=7',
        address: 'jane@posthorn.test',
      },
    },
  },
  changedFolder: { data: { type: 'MailFolder', id: 'demo.Work', attributes: { name: 'New' } } },
} as const;

export const apiKeyExample = {
  type: 'ApiKey',
  id: '5f0c9a1b2c3d4e5f60',
  attributes: {
    name: 'CRM',
    scopes: ['mail.read', 'accounts'],
    networks: ['192.0.2.0/24'],
    agentSends: null,
    expiresAt: null,
    createdAt: '2026-05-02T11:54:14Z',
    lastUsedAt: '2026-05-04T08:10:00Z',
  },
  relationships: { MailAccounts: { data: [] } },
  links: { self: API_KEY },
};

export const eventExample = {
  type: 'Event',
  id: EVENT_ID,
  attributes: {
    kind: 'message.created',
    at: '2026-05-02T11:54:14.206Z',
    data: { messageId: 'b1u3o5s7@example.org' },
  },
  relationships: {
    MailAccount: { links: { related: ACCOUNT }, data: { type: 'MailAccount', id: 'demo' } },
    MailFolder: { links: { related: FOLDER }, data: { type: 'MailFolder', id: 'demo.INBOX' } },
    MessageItem: { links: { related: MESSAGE }, data: { type: 'MessageItem', id: MESSAGE_ID } },
  },
  links: { self: EVENT },
};
