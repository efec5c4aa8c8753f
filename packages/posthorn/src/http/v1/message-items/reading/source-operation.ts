import type { ApiOperation } from '../../../route/api-route.ts';
import { MESSAGE_PROBLEMS, problemAnswers } from '../../openapi/problem-answers.ts';

const HEADERS = {
  'content-disposition': {
    type: 'string',
    description: '`attachment` with the subject as the name of an `.eml` file (RFC 6266).',
  },
  etag: { type: 'string', description: 'For `If-None-Match`.' },
};

export const headMessageSourceOperation: ApiOperation = {
  operationId: 'headMessageSource',
  summary: 'Describe the source of a message',
  tags: ['MessageItems'],
  description: 'The headers of the source, without reading it from the mail server.',
  response: {
    200: { description: 'The message exists.', headers: HEADERS },
    ...problemAnswers(...MESSAGE_PROBLEMS),
  },
};

export const getMessageSourceOperation: ApiOperation = {
  operationId: 'getMessageSource',
  summary: 'Get the source of a message',
  tags: ['MessageItems'],
  description:
    'The octets of the message as the mail server keeps them, as a stream: header fields, parts and their encodings, nothing decoded or changed.',
  response: {
    200: {
      description: 'The message.',
      headers: HEADERS,
      content: { 'message/rfc822': { schema: { format: 'binary' } } },
    },
    ...problemAnswers(...MESSAGE_PROBLEMS),
  },
};
