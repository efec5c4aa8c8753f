import type { ApiOperation } from '../../route/api-route.ts';
import { changeAnswer } from '../openapi/change-answer.ts';
import { exampleUrls, writtenExamples } from '../openapi/examples.ts';
import { problemAnswers } from '../openapi/problem-answers.ts';
import { changeHeaders } from '../openapi/request-body.ts';
import { newVersionMeta } from '../openapi/written-schemas.ts';
import { DRAFT } from './operation-parts.ts';

export const deleteAttachmentOperation: ApiOperation = {
  operationId: 'deleteAttachment',
  summary: 'Remove a file',
  tags: ['Attachments'],
  description: 'Takes a file off a draft, which gets another id.',
  headers: changeHeaders('if-match'),
  response: {
    ...changeAnswer({
      title: 'RemovedAttachmentDocument',
      description: 'The message as it is now.',
      meta: newVersionMeta,
      example: { links: { related: exampleUrls.messageItem }, meta: writtenExamples.newVersionMeta },
    }),
    ...problemAnswers(...DRAFT, 'unsupported-media-type'),
  },
};
