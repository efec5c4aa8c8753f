import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { dataAnswer } from '../answer/data-answer.ts';
import { draftProblemAnswers } from '../answer/problem-answers.ts';
import { attributesDocument } from '../request/request-document.ts';

const ADDRESS: JsonSchema = {
  description:
    'An object with `address` and `name`, or its JSON in a string. One without address removes the field.',
};
const ADDRESSES: JsonSchema = {
  description:
    'A list of objects with `address` and `name`, or its JSON in a string. Entries without address are left out; an empty list removes the field.',
};
const MESSAGE_IDS: JsonSchema = {
  type: ['string', 'null'],
  description: 'Message-IDs in angle brackets, separated by spaces.',
};
const FLAG: JsonSchema = { type: ['boolean', 'null'] };
const IGNORED_FLAG: JsonSchema = { ...FLAG, description: 'Is ignored.' };

export const updateMessageDraftOperation: ApiOperation = {
  operationId: 'updateMessageDraft',
  summary: 'Change header fields and flags of a draft',
  description:
    'Changes what `attributes` names and nothing else; null removes a field, but for `replyTo`. The changed draft has a new id. The answer has it, and the attributes of the request as they are stored.',
  tags: ['MessageDrafts'],
  body: attributesDocument({
    title: 'ChangedMessageDraft',
    description: 'Other members are ignored.',
    attributes: {
      from: ADDRESS,
      replyTo: { description: `${ADDRESS.description} Null leaves it as it is.` },
      to: ADDRESSES,
      cc: ADDRESSES,
      bcc: ADDRESSES,
      subject: { type: ['string', 'null'] },
      date: { type: ['string', 'number', 'null'], description: 'Seconds since 1970, also in a string.' },
      references: MESSAGE_IDS,
      inReplyTo: MESSAGE_IDS,
      xCnDraftInfo: {
        type: ['string', 'null'],
        description:
          'The message that the draft answers: base64 of the JSON of its account, folder and id. It gets `answered` when the draft is sent.',
      },
      seen: FLAG,
      flagged: FLAG,
      draft: FLAG,
      answered: IGNORED_FLAG,
      recent: IGNORED_FLAG,
    },
    example: {
      subject: 'Opening day',
      to: '[{"name":"Ann","address":"ann@example.com"}]',
      date: '1683036854',
      seen: true,
    },
  }),
  response: {
    200: dataAnswer({
      title: 'MessageItemAnswer',
      description: 'The attributes as they are stored.',
      data: { $ref: '#/components/schemas/MessageItem' },
      example: {
        id: '3',
        mailAccountId: 'demo',
        mailFolderId: 'Drafts',
        messageId: '<a1@example.org>',
        subject: 'Opening day',
        to: [{ address: 'ann@example.com', name: 'Ann' }],
        date: '2023-05-02 14:14:14 +0000',
        seen: true,
      },
    }),
    ...draftProblemAnswers(),
  },
};
