import type { KeyValues } from '../../../application/keys/managed-keys.ts';
import { isNetwork } from '../../../domain/network/network-text.ts';
import {
  type AgentSends,
  API_KEY_SCOPES,
  type ApiKey,
  type ApiKeyScope,
  NOT_FOR_AGENTS,
} from '../../../domain/rights/api-key.ts';
import { apiKeyAttributes } from '../../../resources/attributes/api-key-attributes.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { type AttributeTable, readAttributes } from '../request-document/attribute-readers.ts';
import { BOUND_ACCOUNTS, toBoundAccounts } from '../request-document/document-accounts.ts';
import { DocumentPosition } from '../request-document/document-position.ts';
import { readDate, readList, readName, type ValueReader } from '../request-document/document-values.ts';
import { readNullable, readRelationships } from '../request-document/related-identifier.ts';
import type { RequestedResource } from '../request-document/resource-document.ts';

const MAX_NETWORKS = 100;
const MAX_RECIPIENTS = 100;

const readScope: ValueReader<ApiKeyScope> = (value, position) => {
  const scope = API_KEY_SCOPES.find((each) => each === value);
  return scope ?? position.refuse(`Must be one of ${API_KEY_SCOPES.join(', ')}.`);
};

const readScopes: ValueReader<readonly ApiKeyScope[]> = (value, position) => {
  const scopes = readList(readScope)(value, position);
  if (scopes === undefined) return undefined;
  if (scopes.length === 0) return position.refuse('A key has a scope.');
  const excluded = scopes.find((scope) => NOT_FOR_AGENTS.includes(scope));
  if (!scopes.includes('agent') || excluded === undefined) return [...new Set(scopes)];
  return position.refuse(`"agent" excludes "${excluded}".`);
};

const readNetwork: ValueReader<string> = (value, position) =>
  typeof value === 'string' && isNetwork(value)
    ? value
    : position.refuse('Must be an IP address or a network such as 10.0.0.0/8.');

const readNetworks: ValueReader<readonly string[]> = (value, position) => {
  const networks = readList(readNetwork)(value, position);
  if (networks === undefined || networks.length <= MAX_NETWORKS) return networks;
  return position.refuse(`Must have at most ${MAX_NETWORKS} networks.`);
};

const readEnd: ValueReader<number | null> = (value, position) => {
  const end = readNullable(readDate)(value, position);
  return end === undefined || end === null || end > Date.now()
    ? end
    : position.refuse('Must be in the future.');
};

const readRecipient: ValueReader<string> = (value, position) =>
  typeof value === 'string' && /^[^\s*]{1,254}$/.test(value)
    ? value
    : position.refuse('Must be an address or a domain.');

const readAgentSends: ValueReader<AgentSends | null> = (value, position) => {
  if (value === null) return null;
  if (!isJsonObject(value)) return position.refuse('Must be an object or null.');
  const recipients = readList(readRecipient)(value.recipients, position.at('recipients'));
  const perHour = readCount(value.perHour, position.at('perHour'));
  const perDay = readCount(value.perDay, position.at('perDay'));
  if (recipients === undefined || perHour === undefined || perDay === undefined) return undefined;
  if (recipients.length === 0 || recipients.length > MAX_RECIPIENTS) {
    return position.at('recipients').refuse(`Must have 1 to ${MAX_RECIPIENTS} elements.`);
  }
  return { recipients, perHour, perDay };
};

const readCount: ValueReader<number> = (value, position) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : position.refuse('Must be a number that is not negative.');

export const WRITTEN = {
  name: { ...apiKeyAttributes.name, read: readName },
  scopes: { ...apiKeyAttributes.scopes, read: readScopes },
  networks: { ...apiKeyAttributes.networks, read: readNetworks },
  expiresAt: { ...apiKeyAttributes.expiresAt, read: readEnd },
  agentSends: { ...apiKeyAttributes.agentSends, read: readAgentSends },
} as const;

const ATTRIBUTES: AttributeTable<typeof WRITTEN> = {
  written: WRITTEN,
  readOnly: ['createdAt', 'lastUsedAt'],
};

/** Reads a new key. Throws RequestProblems (422). */
export function readNewKey(resource: RequestedResource): KeyValues {
  const position = new DocumentPosition('/data');
  const { name, scopes, ...values } = readValues(resource, position);
  if (!resource.attributes.has('name')) position.at('attributes').at('name').refuse('A key has a name.');
  if (!resource.attributes.has('scopes')) position.at('attributes').at('scopes').refuse('A key has a scope.');
  position.finish();
  return {
    ...{ name: name ?? '', scopes: scopes ?? [] },
    ...{ accounts: null, networks: [], expiresAt: null, agentSends: null, ...values },
  };
}

/** Reads a change; absent values stay. Throws RequestProblems (422). */
export function readKeyChange(resource: RequestedResource): (key: ApiKey) => KeyValues {
  const position = new DocumentPosition('/data');
  const values = readValues(resource, position);
  position.finish();
  return ({ name, scopes, accounts, networks, expiresAt, agentSends }) => ({
    ...{ name, scopes, accounts, networks, expiresAt, agentSends },
    ...values,
  });
}

function readValues(
  { attributes, relationships }: RequestedResource,
  position: DocumentPosition,
): Partial<KeyValues> {
  const values = readAttributes(attributes, ATTRIBUTES, position.at('attributes'));
  const { MailAccounts } = readRelationships(relationships, BOUND_ACCOUNTS, position.at('relationships'));
  const accounts = toBoundAccounts(MailAccounts);
  return { ...values, ...(accounts !== undefined && { accounts }) };
}
