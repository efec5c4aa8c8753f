import type { VersionDescription } from '../openapi/version-description.ts';
import { mailAddressSchema } from './answer/mail-address-schema.ts';
import { problemExamples } from './answer/problem-answers.ts';
import { problemSchema } from './answer/problem-schema.ts';
import { attachmentSchema } from './attachments/schema.ts';
import { mailAccountSchema } from './mail-accounts/schema.ts';
import { mailFolderSchema } from './mail-folders/schema.ts';
import { messageBodySchema } from './message-bodies/schema.ts';
import { messageItemSchema } from './message-items/schema.ts';
import { segments } from './request/segments.ts';

const TEXT = `Reads any IMAP mailbox as JSON, writes and sends mail, in the words that released conjoon clients speak.

Every request carries the login of the mail account as HTTP Basic authentication. The mail server verifies it; nothing is
stored. Every answer has the member \`success\`, and an \`X-Request-Id\` by which the operator
finds the request in the log. Reading changes no flag of a message.`;

export const v0Description: VersionDescription = {
  title: 'Posthorn email API, version 0',
  text: TEXT,
  tags: [
    { name: 'MailAccounts', description: 'The accounts of the client.' },
    { name: 'MailFolders', description: 'The folders of an account, which are IMAP mailboxes.' },
    { name: 'MessageItems', description: 'The envelopes of messages.' },
    { name: 'MessageBodies', description: 'The texts of messages.' },
    { name: 'MessageDrafts', description: 'The header fields of messages that are being written.' },
    { name: 'Attachments', description: 'The files of messages.' },
    { name: 'Authentication', description: 'The sign-in of clients that ask for a login first.' },
  ],
  segments,
  schemas: {
    MailAccount: mailAccountSchema,
    MailFolder: mailFolderSchema,
    MessageItem: messageItemSchema,
    MessageBody: messageBodySchema,
    Attachment: attachmentSchema,
    MailAddress: mailAddressSchema,
    Problem: problemSchema,
  },
  examples: problemExamples,
};
