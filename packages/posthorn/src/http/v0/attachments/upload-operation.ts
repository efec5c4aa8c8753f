import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../answer/data-answer.ts';
import { draftProblemAnswers } from '../answer/problem-answers.ts';
import { attachmentExample } from './schema.ts';

export const uploadAttachmentsOperation: ApiOperation = {
  operationId: 'uploadAttachments',
  summary: 'Add files to a draft',
  description:
    'At most 20 files, each of at most 25 MB, 100 MB together. The changed draft has a new id, which the answer carries as `parentMessageItemId`. A file that has a name and no `blob` is taken from a message whose texts were read with `target=MessageBodyDraft` in the last four hours: so clients forward files.',
  tags: ['Attachments'],
  body: {
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          description:
            'Further files have the indices 1, 2 and so on. The order of the parts is free; other members are ignored.',
          properties: {
            'files[0][blob]': { type: 'string', format: 'binary', description: 'The file.' },
            'files[0][text]': { type: 'string', description: 'Its name; by default that of the part.' },
            'files[0][type]': { type: 'string', description: 'Its media type; by default that of the part.' },
          },
        },
      },
    },
  },
  response: {
    200: dataAnswer({
      title: 'AttachmentsAnswer',
      description: 'The new files.',
      data: { type: 'array', items: { $ref: '#/components/schemas/Attachment' } },
      example: [{ ...attachmentExample, parentMessageItemId: '4359' }],
    }),
    ...draftProblemAnswers(),
  },
};
