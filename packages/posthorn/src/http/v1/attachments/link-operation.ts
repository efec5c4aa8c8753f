import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { exampleUrls } from '../openapi/examples.ts';
import { MESSAGE_PROBLEMS, problemAnswers } from '../openapi/problem-answers.ts';
import { EXAMPLE_TICKET } from './operation-parts.ts';

const ANSWER = changeAnswer({
  title: 'AttachmentLinkDocument',
  description: 'The link.',
  headers: {},
  meta: {
    downloadUrl: { type: 'string', format: 'uri-reference' },
    expiresAt: { type: 'string', format: 'date-time' },
  },
  example: {
    meta: {
      downloadUrl: `${exampleUrls.attachment}/content?ticket=${EXAMPLE_TICKET}`,
      expiresAt: '2024-03-04T12:15:00.000Z',
    },
  },
});

export const getAttachmentLinkOperation: ApiOperation = {
  operationId: 'getAttachmentLink',
  summary: 'Get a link to a file',
  tags: ['Attachments'],
  description:
    'An address at which a browser downloads the file without a login, for 15 minutes: for links and for files that are too large for the memory of a page. ' +
    'Anyone who knows the address can download this file, and nothing else. It outlives a restart if `APP_KEY` is set. A browser that follows it from a page after its end gets 204 and stays on the page.',
  response: {
    ...ANSWER,
    304: { description: 'The link is still what `If-None-Match` names.' },
    ...problemAnswers('unknown-parameter', 'not-acceptable', ...MESSAGE_PROBLEMS, 'attachment-unknown'),
  },
};
