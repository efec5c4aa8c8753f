/** The description of `GET …/MailFolders`. */
import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../answer/data-answer.ts';
import { mailProblemAnswers } from '../answer/problem-answers.ts';
import { pathSchema } from '../request/path-schema.ts';
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
  params: pathSchema('mailAccountId'),
  querystring: {
    type: 'object',
    properties: {
      filter: {
        description:
          'The folders that the tree starts at, as JSON: `{"IN":{"id":["INBOX"]}}`. Without it, the `root` of the account.',
        'x-consume': 'application/json',
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
  },
  response: {
    200: dataAnswer({
      description: 'The tree.',
      data: { type: 'array', items: { $ref: '#/components/schemas/MailFolder' } },
      example: mailFoldersExample,
    }),
    ...mailProblemAnswers(),
  },
};
