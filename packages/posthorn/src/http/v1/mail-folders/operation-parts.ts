/** What the descriptions of the operations on folders have in common. */
import type { JsonSchema } from '../../openapi/json-schema.ts';
import { querySchema } from '../openapi/parameter-schemas.ts';
import { linkageSchema } from '../openapi/request-body.ts';

export const FOLDER: JsonSchema = { $ref: '#/components/schemas/MailFolder' };
/** The query of operations that show a folder. */
export const SHOWN_FOLDER = querySchema({ types: ['MailFolder', 'MailAccount'], include: ['MailAccount'] });
export const FOLDER_ANSWER = { type: 'MailFolder', included: ['MailAccount'] } as const;
/** The problems of changes that come with a document. */
export const DOCUMENT = [
  'unknown-parameter',
  'unknown-field',
  'include-not-supported',
  'not-acceptable',
  'unsupported-media-type',
  'invalid-json',
  'invalid-document',
  'invalid-value',
  'resource-mismatch',
  'relationship-not-changeable',
  'payload-too-large',
  'mailbox-unknown',
  'conflict',
  'outdated-version',
] as const;
/** What the document of a folder can relate it to. */
export const RELATIONSHIPS = {
  parent: linkageSchema('MailFolder', {
    isNullable: true,
    description: 'The folder that this one is in; null for the top.',
  }),
};
