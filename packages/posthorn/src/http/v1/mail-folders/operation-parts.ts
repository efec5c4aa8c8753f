import { linkageSchema } from '../openapi/request-body.ts';

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
export const RELATIONSHIPS = {
  parent: linkageSchema('MailFolder', {
    isNullable: true,
    description: 'The folder that this one is in; null for the top.',
  }),
};
