/** The schema of v0's MailFolder. */
import type { FolderType } from '../../../domain/folder-type.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';

const FOLDER_TYPES: readonly FolderType[] = ['INBOX', 'DRAFT', 'SENT', 'JUNK', 'TRASH', 'FOLDER'];

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
  id: 'INBOX.Drafts',
  mailAccountId: 'gmail',
  name: 'Drafts',
  unreadCount: 0,
  folderType: 'DRAFT',
  uidNext: '12',
  data: [],
};

export const mailFoldersExample: readonly object[] = [
  {
    id: 'INBOX',
    mailAccountId: 'gmail',
    name: 'INBOX',
    unreadCount: 3,
    folderType: 'INBOX',
    uidNext: '4357',
    data: [drafts],
  },
];
