import type { JsonSchema } from '../../openapi/json-schema.ts';

export const problemSchema: JsonSchema = {
  type: 'object',
  required: ['success', 'msg', 'status'],
  properties: {
    success: { type: 'boolean', const: false },
    msg: {
      type: 'string',
      description:
        'What released clients know: for writes, which of them failed; else the detail, or the title.',
    },
    status: { type: 'integer', description: 'The HTTP status.' },
    code: {
      type: 'string',
      description: 'What happened, for programs. Not part of 401: it must not tell who has an account.',
      examples: ['invalid-parameter'],
    },
    title: { type: 'string', description: 'What happened, for people; the same for each code.' },
    detail: { type: 'string', description: 'This case in one sentence. Failures of servers have none.' },
    parameter: {
      type: 'string',
      description: 'The query parameter, header or member of the body that caused it.',
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'title'],
        properties: {
          code: { type: 'string' },
          title: { type: 'string' },
          detail: { type: 'string' },
          parameter: { type: 'string' },
        },
      },
      description: 'All that is wrong, the above first. Absent for one problem.',
    },
  },
};
