/** The description of `POST …/MessageItems/import`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { exampleUrls, messageItemExample } from '../openapi/examples.ts';
import { attributesParameter, querySchema } from '../openapi/parameter-schemas.ts';
import { changeHeaders } from '../openapi/request-body.ts';
import { FLAG_NAMES } from './flag-parameters.ts';
import {
  changeProblems,
  FOLDER_PATH,
  INCLUDED,
  MESSAGE,
  MESSAGE_INCLUDE,
  MESSAGE_TYPES,
  POSTED,
  REQUEST,
  SHOWING,
  STORING,
} from './operation-parts.ts';

const FLAGS = {
  flags: {
    type: 'string',
    description: `The flags of the message, separated by commas: ${FLAG_NAMES.map((name) => `\`${name}\``).join(', ')}. None without it.`,
    examples: ['seen,flagged'],
  },
  keywords: {
    type: 'string',
    description: 'Its keywords, separated by commas.',
    examples: ['$label1'],
  },
} as const;

export const importMessageItemOperation: ApiOperation = {
  operationId: 'importMessageItem',
  summary: 'Import a message',
  tags: ['MessageItems'],
  description:
    'Stores a message that was made elsewhere, octet by octet. It counts as received at its own Date, or now where that cannot be read or lies ahead. ' +
    'Its lines must end in CRLF, it must not contain NUL, and it must begin with a header field; else nothing is stored (422). At most 100 MB.',
  params: FOLDER_PATH,
  headers: changeHeaders('idempotency-key'),
  querystring: querySchema({
    types: MESSAGE_TYPES,
    include: MESSAGE_INCLUDE,
    more: { ...attributesParameter, ...FLAGS },
  }),
  body: {
    content: {
      'message/rfc822': {
        schema: { format: 'binary', description: 'One message (RFC 5322).' },
      },
    },
  },
  response: {
    ...changeAnswer({
      status: 201,
      description: 'The message.',
      data: MESSAGE,
      included: INCLUDED,
      example: { links: { self: exampleUrls.messageItem }, data: messageItemExample },
    }),
    ...changeProblems(
      ...REQUEST,
      ...SHOWING,
      ...STORING,
      POSTED,
      'malformed-request',
      'payload-too-large',
      'invalid-value',
      'message-rejected',
      'mailbox-unknown',
      'outdated-version',
    ),
  },
};
