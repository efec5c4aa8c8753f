import type { Schema } from './attribute.ts';

export const TEXT: Schema = { type: 'string' };
export const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };
export const URI: Schema = { type: 'string', format: 'uri' };
export const INSTANT: Schema = { type: 'string', format: 'date-time' };
export const INSTANT_OR_NULL: Schema = { ...INSTANT, type: ['string', 'null'] };
export const BOOLEAN: Schema = { type: 'boolean' };

const ADDRESS_MEMBERS: Schema = {
  type: 'object',
  required: ['address', 'name'],
  properties: {
    address: { type: 'string', examples: ['ann@example.com'] },
    name: { type: 'string', description: 'The address itself when it has no name.', examples: ['Ann'] },
  },
};

export const ADDRESS: Schema = { title: 'MailAddress', ...ADDRESS_MEMBERS };
export const ADDRESSES: Schema = { type: 'array', items: ADDRESS };
export const ADDRESS_OR_NULL: Schema = { ...ADDRESS_MEMBERS, type: ['object', 'null'] };

const WRITTEN_ADDRESS_MEMBERS: Schema = { ...ADDRESS_MEMBERS, required: ['address'] };

export const WRITTEN_ADDRESS: Schema = { title: 'WrittenMailAddress', ...WRITTEN_ADDRESS_MEMBERS };
export const WRITTEN_ADDRESS_OR_NULL: Schema = {
  ...WRITTEN_ADDRESS_MEMBERS,
  type: ['object', 'null'],
  description: 'Null for none.',
};
