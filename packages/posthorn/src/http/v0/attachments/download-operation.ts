import type { ApiOperation } from '../../route/api-route.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';

const TICKET = {
  ticket: {
    type: 'string',
    description: 'Stands for the login, in addresses that the list of files gives.',
    examples: ['q2V8xk3Hn0sJtYw5LrBd9QeUa7Zc1Mf4GpXo6Ti-8KvN_3RbHy2Dj'],
  },
};
const HEADERS = {
  'content-disposition': {
    type: 'string',
    description: '`attachment` with the name of the file (RFC 6266).',
  },
};
const KEPT_PAGE_ANSWER = {
  description: 'The download failed, and the browser that followed the link from a page stays on it.',
};
const PROBLEMS = mailProblemAnswers(
  'mailbox-unknown',
  'message-unknown',
  'attachment-unknown',
  'link-expired',
  'link-unknown',
);

export const downloadAttachmentOperation: ApiOperation = {
  operationId: 'downloadAttachment',
  summary: 'Download a file',
  description:
    'The file itself, as a stream. Types that a browser could run come as `application/octet-stream`.',
  tags: ['Attachments'],
  query: TICKET,
  response: {
    204: KEPT_PAGE_ANSWER,
    200: { description: 'The file.', headers: HEADERS, content: { '*/*': { schema: { format: 'binary' } } } },
    ...PROBLEMS,
  },
};

export const headAttachmentOperation: ApiOperation = {
  operationId: 'headAttachment',
  summary: 'Describe a file',
  description: 'The headers of the download, without reading the file from the mail server.',
  tags: ['Attachments'],
  query: TICKET,
  response: { 200: { description: 'The file exists.', headers: HEADERS }, ...PROBLEMS },
};
