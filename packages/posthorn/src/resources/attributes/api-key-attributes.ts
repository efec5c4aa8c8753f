import { API_KEY_SCOPES, type ApiKey } from '../../domain/rights/api-key.ts';
import { toInstant } from '../iso-date.ts';
import { type Attribute, type Schema, shown } from './attribute.ts';
import { INSTANT, INSTANT_OR_NULL, TEXT } from './schemas.ts';

const AGENT_SENDS: Schema = {
  type: ['object', 'null'],
  required: ['recipients', 'perHour', 'perDay'],
  description: 'What an agent sends without approval; null for nothing.',
  properties: {
    recipients: { type: 'array', items: TEXT, description: 'Addresses and domains.' },
    perHour: { type: 'integer', minimum: 0 },
    perDay: { type: 'integer', minimum: 0 },
  },
};

/** Without the secret. */
export const apiKeyAttributes = {
  name: shown({ ...TEXT, minLength: 1, maxLength: 200 }, ({ key }) => key.name),
  scopes: shown(
    { type: 'array', items: { type: 'string', enum: API_KEY_SCOPES }, minItems: 1 },
    ({ key }) => key.scopes,
  ),
  networks: shown(
    { type: 'array', items: TEXT, description: 'IP addresses and CIDR networks of clients; all when empty.' },
    ({ key }) => key.networks,
  ),
  agentSends: shown(AGENT_SENDS, ({ key }) => key.agentSends),
  expiresAt: shown({ ...INSTANT_OR_NULL, description: 'Null for no end.' }, ({ key }) =>
    toInstant(key.expiresAt),
  ),
  createdAt: shown(INSTANT, ({ key }) => toInstant(key.createdAt)),
  lastUsedAt: shown({ ...INSTANT_OR_NULL, description: 'To the minute; null for never.' }, ({ key }) =>
    toInstant(key.lastUsedAt),
  ),
} as const satisfies Readonly<Record<string, Attribute<{ readonly key: ApiKey }>>>;
