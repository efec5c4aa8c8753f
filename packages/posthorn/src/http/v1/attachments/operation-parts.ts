import type { JsonSchema } from '../../openapi/json-schema.ts';

export const FILE: JsonSchema = { $ref: '#/components/schemas/Attachment' };
export const EXAMPLE_TICKET = 'q2V8xk3Hn0sJtYw5LrBd9QeUa7Zc1Mf4GpXo6Ti-8KvN_3RbHy2Dj';
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
