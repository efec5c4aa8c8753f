import type { DiscoveryConfidence, DiscoverySource } from '../../../domain/accounts/mail-server-discovery.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { ApiOperation } from '../../route/api-route.ts';
import { problemAnswersWithoutMail } from '../openapi/problem-answers.ts';

const SOURCES = {
  installation: 'an entry of this installation',
  providers: 'the table of known providers',
  'well-known': 'a document of the domain',
  autoconfig: 'a document at the host `autoconfig` of the domain',
  srv: 'SRV records',
  mx: 'the provider whose hosts take the mail of the domain',
  'usual-names': 'usual names, where servers with certificates for them answer',
} as const satisfies Record<DiscoverySource, string>;

const CONFIDENCES: readonly DiscoveryConfidence[] = ['certain', 'likely', 'guess'];

const SERVER: JsonSchema = {
  type: 'object',
  required: ['protocol', 'host', 'port', 'security', 'user', 'mechanisms'],
  properties: {
    protocol: { type: 'string', enum: ['imap', 'smtp'] },
    host: { type: 'string' },
    port: { type: 'integer' },
    security: {
      type: 'string',
      enum: ['tls', 'starttls'],
      description: '`tls`: from the first octet. `starttls`: by STARTTLS, which is required.',
    },
    user: { type: 'string', description: 'The user name to sign in with.' },
    mechanisms: { type: 'array', items: { type: 'string', enum: ['password', 'oauth'] } },
  },
};
const SERVERS: JsonSchema = { type: 'array', items: SERVER };

export const mailServersSchema: JsonSchema = {
  type: 'object',
  required: ['type', 'id', 'attributes'],
  properties: {
    type: { type: 'string', enum: ['MailServers'] },
    id: { type: 'string', description: 'The domain of the address, in ASCII.' },
    attributes: {
      type: 'object',
      required: ['incoming', 'outgoing', 'source', 'confidence'],
      properties: {
        incoming: { ...SERVERS, description: 'For reading, the preferred first; empty when none was found.' },
        outgoing: { ...SERVERS, description: 'For sending.' },
        source: {
          type: ['string', 'null'],
          enum: [...Object.keys(SOURCES), null],
          description: `Where the servers were found: ${Object.entries(SOURCES)
            .map(([name, meaning]) => `\`${name}\`, ${meaning}`)
            .join('; ')}. Null when none was found.`,
        },
        confidence: {
          type: ['string', 'null'],
          enum: [...CONFIDENCES, null],
          description:
            '`certain`: named by the operator, the table or the domain itself. `likely`: named by the DNS, or hosts of another ' +
            'domain. `guess`: nobody names them. Have the person confirm all but the first.',
        },
      },
    },
  },
};

const EXAMPLE_SERVER = { port: 993, security: 'tls', user: 'jane@posthorn.test', mechanisms: ['password'] };
const EXAMPLE = {
  type: 'MailServers',
  id: 'posthorn.test',
  attributes: {
    incoming: [{ protocol: 'imap', host: 'imap.posthorn.test', ...EXAMPLE_SERVER }],
    outgoing: [{ protocol: 'smtp', host: 'smtp.posthorn.test', ...EXAMPLE_SERVER, port: 465 }],
    source: 'autoconfig',
    confidence: 'certain',
  },
};

export const discoverMailServersOperation: ApiOperation = {
  operationId: 'discoverMailServers',
  summary: 'Find the mail servers of an address',
  tags: ['MailServers'],
  description:
    'Looks at the entries of the installation, at the table of known providers, and at what the domain publishes. Needs no login. ' +
    'The local part of the address is sent to no one, and hosts without a public address are not connected to.',
  query: {
    address: {
      type: 'string',
      isRequired: true,
      description: 'An e-mail address; `+` is `%2B`.',
      examples: ['jane@posthorn.test'],
    },
  },
  response: {
    200: {
      description: 'The servers, or empty lists.',
      content: {
        'application/vnd.api+json': {
          schema: {
            title: 'MailServersDocument',
            type: 'object',
            required: ['jsonapi', 'data'],
            properties: {
              jsonapi: { $ref: '#/components/schemas/JsonApi' },
              data: { $ref: '#/components/schemas/MailServers' },
            },
          },
          example: { jsonapi: { version: '1.1' }, data: EXAMPLE },
        },
      },
    },
    ...problemAnswersWithoutMail('rate-limited', 'internal', 'too-many-connections', 'store-unavailable'),
  },
};
