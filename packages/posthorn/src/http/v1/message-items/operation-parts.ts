/** What the descriptions of the operations on messages have in common. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { TypeName } from '../identifiers/resource-types.ts';
import { messageRowExample } from '../openapi/examples.ts';
import { attributesParameter, pathSchema, querySchema } from '../openapi/parameter-schemas.ts';
import { type DescribedProblemCode, problemAnswers } from '../openapi/problem-answers.ts';
import { writable } from '../openapi/request-body.ts';
import { readBackTexts } from '../openapi/written-schemas.ts';

/** The types of answers that show messages. */
export const MESSAGE_TYPES: readonly TypeName[] = [
  'MessageItem',
  'MailFolder',
  'MailAccount',
  'MessageBody',
  'Attachment',
];
/** What such answers can include. */
export const MESSAGE_INCLUDE = ['MailFolder', 'MailFolder.MailAccount', 'MessageBody', 'Attachments'];

export const FOLDER_PATH = pathSchema('mailAccountId', 'mailFolderId');
export const MESSAGE_PATH = pathSchema('mailAccountId', 'mailFolderId', 'messageItemId');
/** The query of operations that show a message. */
export const SHOWN_MESSAGE = querySchema({
  types: MESSAGE_TYPES,
  include: MESSAGE_INCLUDE,
  more: attributesParameter,
});
/** The types that such an answer can include. */
export const INCLUDED = MESSAGE_TYPES.filter((type) => type !== 'MessageItem');
export const MESSAGE: JsonSchema = { $ref: '#/components/schemas/MessageItem' };
export const FLAGS = writable('MessageItem', 'seen', 'flagged', 'answered', 'draft');
/** The members that the document of a draft can have. */
export const CONTENT = {
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
    'headers',
  ),
  ...readBackTexts,
};
/** What rows are in such an answer. */
export const ROWS =
  'Each is at `/MessageItems/{id}`; relationships are optional fields of a list (`relfield:fields[MessageItem]=+thread`), and those that `include` follows come along.';
/** The answer of operations that show a page of messages. */
export const MESSAGES_ANSWER = {
  type: 'MessageItem',
  included: INCLUDED,
  example: [messageRowExample],
  isPaged: true,
} as const;

/** The problems of any change, of a change with a document, of the change of one message, of storing, and of answers that show a resource. */
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
