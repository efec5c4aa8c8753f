import { FOLDER_TYPES } from '../../../domain/mailboxes/folder-type.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';

export const mailFolderSchema: JsonSchema = {
  type: 'object',
  required: ['id', 'mailAccountId', 'name', 'unreadCount', 'folderType', 'data'],
  properties: {
    id: { type: 'string', description: 'The full name of the mailbox.' },
    mailAccountId: { type: 'string' },
    name: { type: 'string', description: 'The last segment of the full name.' },
    unreadCount: { type: 'integer', minimum: 0 },
    folderType: {
      type: 'string',
      enum: FOLDER_TYPES,
      description: 'Each type but `FOLDER` occurs once at most.',
    },
    uidNext: {
      type: 'string',
      description:
        'Messages that arrive from now on have this uid or a higher one. Absent when the folder holds no messages of its own.',
    },
    data: { type: 'array', items: { $ref: '#/components/schemas/MailFolder' } },
  },
};

const drafts = {
  id: 'Drafts',
  mailAccountId: 'demo',
  name: 'Drafts',
  unreadCount: 0,
  folderType: 'DRAFT',
  uidNext: '3',
  data: [],
};

export const mailFoldersExample: readonly object[] = [
  {
    id: 'INBOX',
    mailAccountId: 'demo',
    name: 'INBOX',
    unreadCount: 3,
    folderType: 'INBOX',
    uidNext: '14',
    data: [drafts],
  },
];
