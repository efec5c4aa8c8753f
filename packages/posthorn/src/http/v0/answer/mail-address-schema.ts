import type { JsonSchema } from '../../openapi/json-schema.ts';

export const mailAddressSchema: JsonSchema = {
  type: 'object',
  required: ['address', 'name'],
  properties: {
    address: { type: 'string', examples: ['ann@example.com'] },
    name: { type: 'string', description: 'The address itself when it has no name.', examples: ['Ann'] },
  },
};
