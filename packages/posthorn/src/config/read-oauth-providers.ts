import { resolve } from 'node:path';
import type { OAuthClientProvider } from '../domain/logins/oauth-client.ts';
import type { OAuthEndpoints } from '../domain/logins/oauth-provider.ts';
import type { Secret } from '../domain/logins/secret.ts';
import { filePath, readClientSecret } from './client-secret-file.ts';
import { createFieldReader, type FieldReader, type FieldRule } from './field-reader.ts';
import { clientIdText, scopeList, webAddress } from './read-sign-in-options.ts';
import { showValue } from './show-value.ts';

const KEYS: ReadonlySet<string> = new Set([
  ...['id', 'name', 'issuer', 'authorizationEndpoint', 'tokenEndpoint', 'scopes', 'clientId'],
  ...['clientSecretFile', 'domains'],
]);
const ENDPOINT_KEYS = ['authorizationEndpoint', 'tokenEndpoint'] as const;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const NAME = /^[^\p{Cc}]{1,100}$/u;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

const list: FieldRule<readonly unknown[]> = {
  expected: 'a list of providers',
  parse: (value) => (Array.isArray(value) ? value : undefined),
};
const id: FieldRule<string> = {
  expected: '1 to 64 letters, digits, - and _',
  parse: (value) => (typeof value === 'string' && ID.test(value) ? value : undefined),
};
const displayName: FieldRule<string> = {
  expected: 'a text of 1 to 100 characters',
  parse: (value) => (typeof value === 'string' && NAME.test(value) ? value : undefined),
};
const domains: FieldRule<readonly string[]> = {
  expected: 'a list of domains in lower case, such as example.org',
  parse: (value) =>
    Array.isArray(value) && value.every((domain) => typeof domain === 'string' && DOMAIN.test(domain))
      ? value
      : undefined,
};

interface ProvidersFile {
  readonly name: string;
  readonly rootDirectory: string;
}

/** Reads `providers` with client secrets; the reader gets problems. */
export async function readOAuthProviders(
  reader: FieldReader,
  { name, rootDirectory }: ProvidersFile,
): Promise<readonly OAuthClientProvider[]> {
  const entries = reader.takeOr('providers', list, []) ?? [];
  const providers: OAuthClientProvider[] = [];
  for (const [index, entry] of entries.entries()) {
    if (typeof entry !== 'object' || entry === null) {
      reader.report(`providers[${index}]`, { expected: 'an object', got: showValue(entry) });
      continue;
    }
    const fields = createFieldReader(`${name}, providers[${index}]`, entry);
    const provider = await readProvider(fields, rootDirectory);
    if (provider !== undefined && providers.some((other) => other.id === provider.id)) {
      fields.report('id', { expected: 'an id of its own', got: showValue(provider.id) });
    }
    reader.adopt(fields.problems);
    if (provider !== undefined) providers.push(provider);
  }
  return providers;
}

async function readProvider(
  fields: FieldReader,
  rootDirectory: string,
): Promise<OAuthClientProvider | undefined> {
  const values = {
    id: fields.take('id', id),
    name: fields.take('name', displayName),
    endpoints: readEndpoints(fields),
    scopes: fields.take('scopes', scopeList),
    clientId: fields.take('clientId', clientIdText),
    domains: fields.takeOr('domains', domains, []),
  };
  const clientSecret = await readSecret(fields, rootDirectory);
  fields.reportUnknownFields(KEYS);
  return fields.problems.length > 0 ? undefined : ({ ...values, clientSecret } as OAuthClientProvider);
}

/** The issuer, or both endpoints. */
function readEndpoints(fields: FieldReader): OAuthEndpoints | undefined {
  const named = ENDPOINT_KEYS.filter((key) => fields.has(key));
  if (fields.has('issuer')) {
    if (named.length > 0) {
      const expected = `either issuer, or ${ENDPOINT_KEYS.join(' and ')}`;
      fields.report('issuer', { expected, got: `both (${named.join(', ')})` });
    }
    const issuer = fields.take('issuer', webAddress);
    return issuer === undefined ? undefined : { issuer };
  }
  const authorize = fields.take('authorizationEndpoint', webAddress);
  const token = fields.take('tokenEndpoint', webAddress);
  return authorize === undefined || token === undefined ? undefined : { authorize, token };
}

async function readSecret(fields: FieldReader, rootDirectory: string): Promise<Secret | null> {
  const path = fields.has('clientSecretFile') ? fields.take('clientSecretFile', filePath) : undefined;
  if (path === undefined) return null;
  const read = await readClientSecret(resolve(rootDirectory, path));
  if ('secret' in read) return read.secret;
  fields.report('clientSecretFile', read);
  return null;
}
