/** What the descriptions of the operations on files have in common. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { TypeName } from '../identifiers/resource-types.ts';
import { pathSchema, querySchema } from '../openapi/parameter-schemas.ts';

export const MESSAGE_PATH = pathSchema('mailAccountId', 'mailFolderId', 'messageItemId');
export const FILE_PATH = pathSchema('mailAccountId', 'mailFolderId', 'messageItemId', 'attachmentId');
export const FILE: JsonSchema = { $ref: '#/components/schemas/Attachment' };
/** The types that answers with files can include. */
export const FILE_INCLUDED: readonly TypeName[] = ['MessageItem', 'MailFolder', 'MailAccount', 'MessageBody'];
/** The query of operations that show files. */
export const SHOWN_FILE = querySchema({
  types: ['Attachment', ...FILE_INCLUDED],
  include: ['MessageItem', 'MessageItem.MailFolder', 'MessageItem.MessageBody'],
});
/** What a download link has in place of a login. */
export const EXAMPLE_TICKET = 'q2V8xk3Hn0sJtYw5LrBd9QeUa7Zc1Mf4GpXo6Ti-8KvN_3RbHy2Dj';
/** The problems of changes of a draft's files. */
export const DRAFT = [
  'unknown-parameter',
  'not-acceptable',
  'mailbox-unknown',
  'message-unknown',
  'message-gone',
  'attachment-unknown',
  'conflict',
  'outdated-version',
  'message-too-large',
  'quota-exceeded',
] as const;
