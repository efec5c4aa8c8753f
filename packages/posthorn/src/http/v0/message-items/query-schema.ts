import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ParameterSchema, ParameterSchemas } from '../../route/api-route.ts';
import { ATTRIBUTE_NAMES } from './schema.ts';

const LENGTH: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  description: 'Characters.',
};

const CONDITION: JsonSchema = {
  type: 'object',
  required: ['property', 'value'],
  properties: {
    property: { type: 'string', enum: ['id', 'recent'] },
    operator: {
      type: 'string',
      description: '`in`, `=` or `>=` for `id`, `=` for `recent`; `=` by default.',
    },
    value: {
      description: 'An id, a list of ids after `in`, or `true` for `recent`.',
      anyOf: [
        { type: 'string' },
        { type: 'integer' },
        { type: 'boolean' },
        { type: 'array', items: { type: 'string' } },
      ],
    },
  },
};

export const attributesSchema: ParameterSchema = {
  type: 'string',
  description:
    'Names of attributes, separated by commas: those that are wanted. With `*` among them, all but those that are ' +
    'named. Without the parameter, all. What is not wanted is not fetched from the mail server. The names: ' +
    `${ATTRIBUTE_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
  examples: ['*,previewText'],
};

const startSchema: ParameterSchema = {
  type: 'integer',
  minimum: 0,
  default: 0,
  description: 'The position of the first message in the sorted list.',
  examples: [0],
};

const limitSchema: ParameterSchema = {
  type: 'integer',
  description:
    'The most messages to answer with. A negative number stands for all, up to the limit of the installation ' +
    '(`APP_LIST_MAX_ROWS`). It must be there unless `filter` names messages by `in` or `=`.',
  examples: [50],
};

const sortSchema: ParameterSchema = {
  isJson: true,
  type: 'array',
  description: 'The order as JSON; the first entry counts. Newest first without it.',
  minItems: 1,
  items: {
    type: 'object',
    required: ['property'],
    properties: {
      property: {
        type: 'string',
        enum: ['date', 'subject', 'from', 'to', 'size', 'seen', 'hasAttachments'],
        description: '`seen` and `hasAttachments` give the order of the mailbox.',
      },
      direction: { type: 'string', enum: ['ASC', 'DESC'], default: 'ASC' },
    },
  },
  examples: [[{ property: 'date', direction: 'DESC' }]],
};

const filterSchema: ParameterSchema = {
  isJson: true,
  description:
    'Which messages are wanted, as JSON: those that meet any of the conditions. `total` counts the whole folder all ' +
    'the same. Instead of the list, a prefix notation is understood: ' +
    '`{"OR":[{">=":{"id":11}},{"=":{"recent":true}}]}`.',
  anyOf: [{ type: 'array', items: CONDITION, minItems: 1 }, { type: 'object' }],
  examples: [[{ property: 'id', operator: 'in', value: ['9', '10'] }]],
};

const optionsSchema: ParameterSchema = {
  isJson: true,
  type: 'object',
  description:
    'How `previewText` is made, as JSON: its length, and which of the two texts of a message it is taken from. With ' +
    'options the plain text comes first, unless `html.precedence` is true; without them, HTML does.',
  properties: {
    previewText: {
      type: 'object',
      properties: {
        length: LENGTH,
        plain: { type: 'object', properties: { length: LENGTH } },
        html: { type: 'object', properties: { length: LENGTH, precedence: { type: 'boolean' } } },
      },
    },
  },
  examples: [{ previewText: { plain: { length: 200 }, html: { length: 200 } } }],
};

export const messageListParameters: ParameterSchemas = {
  start: startSchema,
  limit: limitSchema,
  sort: sortSchema,
  attributes: attributesSchema,
  options: optionsSchema,
  filter: filterSchema,
};
