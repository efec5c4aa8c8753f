import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../answer/data-answer.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';
import { mailFoldersExample } from './schema.ts';

const NAMED_ROOTS = {
  type: 'object',
  required: ['IN'],
  properties: {
    IN: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'array', items: { type: 'string' } } },
    },
  },
};

export const listMailFoldersOperation: ApiOperation = {
  operationId: 'listMailFolders',
  summary: 'List the mail folders',
  description: 'The folders of the account as a tree: the children of each folder are in its `data`.',
  tags: ['MailFolders'],
  query: {
    filter: {
      title: 'filter.folders',
      description:
        'The folders that the tree starts at, as JSON: `{"IN":{"id":["INBOX"]}}`. Without it, the `root` of the account.',
      isJson: true,
      anyOf: [
        NAMED_ROOTS,
        {
          type: 'object',
          required: ['AND'],
          properties: { AND: { type: 'array', items: NAMED_ROOTS, minItems: 1 } },
        },
      ],
      examples: [{ IN: { id: ['INBOX'] } }],
    },
  },
  response: {
    200: dataAnswer({
      title: 'MailFoldersAnswer',
      description: 'The tree.',
      data: { type: 'array', items: { $ref: '#/components/schemas/MailFolder' } },
      example: mailFoldersExample,
    }),
    ...mailProblemAnswers(),
  },
};
