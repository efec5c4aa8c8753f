import type { OAuthClientProvider } from '../domain/logins/oauth-client.ts';
import { isSafeWebAddress } from '../domain/network/safe-web-address.ts';
import { ConfigurationError } from './configuration-error.ts';
import { loadConfigurationFile } from './configuration-file.ts';
import { createFieldReader, type FieldRule } from './field-reader.ts';
import { readOAuthProviders } from './read-oauth-providers.ts';
import { showValue } from './show-value.ts';

/** `app/config/oauth.js`. */
export interface OAuthOptions {
  /** The connect page's return addresses. */
  readonly returnUrls: readonly string[];
  /** Preferred first. */
  readonly providers: readonly OAuthClientProvider[];
}

const KEYS: ReadonlySet<string> = new Set(['returnUrls', 'providers']);

const returnUrls: FieldRule<readonly string[]> = {
  expected: 'a list of https:// addresses without user and fragment (http:// only at localhost)',
  parse: (value) =>
    Array.isArray(value) && value.every((url) => typeof url === 'string' && isSafeWebAddress(url))
      ? value
      : undefined,
};

/** Undefined without a file. Throws ConfigurationError. */
export async function loadOAuthOptions(
  rootDirectory: string,
  revision = 0,
): Promise<OAuthOptions | undefined> {
  const file = await loadConfigurationFile({ rootDirectory, name: 'oauth', revision });
  if (file === undefined) return undefined;
  const { name, value } = file;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const expected = 'a default export with returnUrls and providers';
    throw new ConfigurationError([{ key: name, expected, got: showValue(value) }]);
  }
  const reader = createFieldReader(name, value);
  const urls = reader.takeOr('returnUrls', returnUrls, []) ?? [];
  const providers = await readOAuthProviders(reader, { name, rootDirectory });
  reader.reportUnknownFields(KEYS);
  if (reader.problems.length > 0) throw new ConfigurationError(reader.problems);
  return { returnUrls: urls, providers };
}
