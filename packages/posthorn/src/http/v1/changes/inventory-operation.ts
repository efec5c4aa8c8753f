import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation, DescribedAnswers } from '../../route/api-route.ts';
import { changeAnswer, emptyAnswer } from '../openapi/change-answer.ts';
import { notModifiedAnswer, READ_HEADERS, STATE_META, stateSchema } from '../openapi/document-answer.ts';
import { exampleUrls } from '../openapi/examples.ts';
import { problemAnswers } from '../openapi/problem-answers.ts';
import { documentBody } from '../openapi/request-body.ts';

const DIGEST = 'b8bbd56e3db6b201e7caf9d1d17fb46da16867001a62465dbd62277084258f0c';

const digestSchema: JsonSchema = {
  type: 'string',
  pattern: '^[0-9A-Fa-f]{64}$',
  description: 'SHA-256 of the text of `uids`, in hexadecimal digits.',
};

const META: Readonly<Record<string, JsonSchema>> = {
  uidValidity: { type: 'integer', description: 'The uids are valid with this number only.' },
  exists: { type: 'integer', minimum: 0, description: 'How many messages there are.' },
  uids: {
    type: 'string',
    description:
      'The uids of all messages: ascending, adjacent ranges joined, such as `1:6,9`; empty without messages.',
  },
  digest: digestSchema,
  state: stateSchema,
};

function inventoryAnswer(title: string, description: string): DescribedAnswers {
  return changeAnswer({
    ...{ title, description, headers: READ_HEADERS, meta: META, requiredMeta: Object.keys(META) },
    example: {
      links: { self: exampleUrls.inventory },
      meta: {
        ...{ uidValidity: 1_700_000_001, exists: 7, uids: '1:6,9', digest: DIGEST },
        state: STATE_META.state?.example,
      },
    },
  });
}

const PROBLEMS = ['unknown-parameter', 'not-acceptable', 'mailbox-unknown'] as const;

export const getInventoryOperation: ApiOperation = {
  operationId: 'getInventory',
  summary: 'Get the uids of all messages of a folder',
  tags: ['MailFolders'],
  description:
    'The uids of all messages in a short form, and its digest: a client that has the same set has everything. `state` is of the same moment.',
  response: {
    ...inventoryAnswer('InventoryDocument', 'All messages.'),
    ...notModifiedAnswer,
    ...problemAnswers(...PROBLEMS),
  },
};

export const compareInventoryOperation: ApiOperation = {
  operationId: 'compareInventory',
  summary: 'Ask whether a client has all messages of a folder',
  tags: ['MailFolders'],
  description:
    'Compares the digest of what the client has with that of the folder. Changes nothing. The digest is of the uids alone: a client compares `uidValidity` as well, with `GET`, or follows `changes`, which answer 410 for a re-created folder.',
  body: documentBody(
    {
      title: 'InventoryDigest',
      type: 'object',
      required: ['meta'],
      properties: { meta: { type: 'object', required: ['digest'], properties: { digest: digestSchema } } },
    },
    { meta: { digest: DIGEST } },
  ),
  response: {
    ...inventoryAnswer('ComparedInventoryDocument', 'The client has another set: all messages.'),
    ...emptyAnswer('The client has exactly the messages of the folder.'),
    ...problemAnswers(
      ...PROBLEMS,
      ...(['invalid-json', 'invalid-value', 'payload-too-large', 'unsupported-media-type'] as const),
    ),
  },
};
