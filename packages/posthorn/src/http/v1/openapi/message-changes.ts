/** What the descriptions of v1's operations that change messages have in common. */

import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { TypeName } from '../resource-types.ts';
import { attributesParameter, pathSchema, querySchema } from './parameter-schemas.ts';
import { type DescribedProblemCode, problemAnswers } from './problem-answers.ts';
import { writable } from './request-body.ts';

const TYPES: readonly TypeName[] = ['MessageItem', 'MailFolder', 'MailAccount', 'MessageBody', 'Attachment'];

export const FOLDER_PATH = pathSchema('mailAccountId', 'mailFolderId');
export const MESSAGE_PATH = pathSchema('mailAccountId', 'mailFolderId', 'messageItemId');
/** The query of answers that show a message. */
export const SHOWN_MESSAGE = querySchema({
  types: TYPES,
  include: ['MailFolder', 'MailFolder.MailAccount', 'MessageBody', 'Attachments'],
  more: attributesParameter,
});
/** The types that such an answer can include. */
export const INCLUDED = TYPES.filter((type) => type !== 'MessageItem');
export const MESSAGE: JsonSchema = { $ref: '#/components/schemas/MessageItem' };
export const FLAGS = writable('MessageItem', 'seen', 'flagged', 'answered', 'draft');

/** The problems of any change, of one with a document, of one message, of what is stored, and of answers that show a resource. */
export const REQUEST = ['unknown-parameter', 'not-acceptable', 'unsupported-media-type'] as const;
export const DOCUMENT = [
  ...REQUEST,
  'invalid-json',
  'invalid-document',
  'invalid-value',
  'resource-mismatch',
  'payload-too-large',
] as const;
export const EXISTING = ['mailbox-unknown', 'message-unknown', 'message-gone', 'outdated-version'] as const;
export const STORING = ['message-too-large', 'quota-exceeded'] as const;
export const SHOWING = ['unknown-field', 'include-not-supported'] as const;
/** The problem of any POST. */
export const POSTED = 'idempotency-key-reused';

/** One response object for each status of these problems. */
export function changeProblems(...codes: readonly DescribedProblemCode[]): Readonly<Record<number, object>> {
  return problemAnswers(...new Set(codes));
}
