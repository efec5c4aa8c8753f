import type { ApiOperation } from '../../route/api-route.ts';
import { MESSAGE_PROBLEMS, problemAnswers } from '../openapi/problem-answers.ts';
import { EXAMPLE_TICKET } from './operation-parts.ts';

const TICKET = {
  ticket: {
    type: 'string',
    description: 'Stands for the login, in addresses that `link` gives.',
    examples: [EXAMPLE_TICKET],
  },
};
const FILE_HEADERS = {
  'content-disposition': {
    type: 'string',
    description: '`attachment` with the name of the file (RFC 6266).',
  },
  'accept-ranges': { type: 'string', const: 'bytes' },
  etag: { type: 'string', description: 'For `If-None-Match` and `If-Range`.' },
};

export const headAttachmentContentOperation: ApiOperation = {
  operationId: 'headAttachmentContent',
  summary: 'Describe a download',
  tags: ['Attachments'],
  description: 'The headers of the download, without reading the file from the mail server.',
  query: TICKET,
  response: {
    200: { description: 'The file exists.', headers: FILE_HEADERS },
    ...problemAnswers(...MESSAGE_PROBLEMS, 'attachment-unknown', 'link-expired', 'link-unknown'),
  },
};

export const downloadAttachmentContentOperation: ApiOperation = {
  operationId: 'downloadAttachmentContent',
  summary: 'Download a file',
  tags: ['Attachments'],
  description:
    'The file itself, as a stream. Types that a browser could run come as `application/octet-stream`. ' +
    'A `Range` of octets is answered with that part.',
  query: TICKET,
  response: {
    200: {
      description: 'The file.',
      headers: FILE_HEADERS,
      content: { '*/*': { schema: { format: 'binary' } } },
    },
    204: {
      description: 'The download failed, and the browser that followed the link from a page stays on it.',
    },
    206: {
      description: 'The range of the file.',
      headers: { ...FILE_HEADERS, 'content-range': { type: 'string' } },
      content: { '*/*': { schema: { format: 'binary' } } },
    },
    ...problemAnswers(
      ...MESSAGE_PROBLEMS,
      'attachment-unknown',
      'link-expired',
      'link-unknown',
      'range-not-satisfiable',
    ),
  },
};
