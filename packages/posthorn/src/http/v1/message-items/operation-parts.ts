import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { DescribedAnswers } from '../../route/api-route.ts';
import { messageRowExample } from '../openapi/examples.ts';
import { type DescribedProblemCode, problemAnswers } from '../openapi/problem-answers.ts';

export const MESSAGE: JsonSchema = { $ref: '#/components/schemas/MessageItem' };
export const ROWS =
  'Each is at `/MessageItems/{id}`; relationships are optional fields of a list (`relfield:fields[MessageItem]=+thread`), and those that `include` follows come along.';
export const MESSAGES_ANSWER = {
  type: 'MessageItem',
  example: [messageRowExample],
  isPaged: true,
} as const;

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
export const POSTED = 'idempotency-key-reused';

/** One response object per status of these problems. */
export function changeProblems(...codes: readonly DescribedProblemCode[]): DescribedAnswers {
  return problemAnswers(...new Set(codes));
}
