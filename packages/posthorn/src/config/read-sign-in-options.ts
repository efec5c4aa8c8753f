import type { MailServerEntry } from '../domain/accounts/mail-server-entry.ts';
import type { Login } from '../domain/logins/login.ts';
import type { OAuthEndpoints, OAuthProvider } from '../domain/logins/oauth-provider.ts';
import { isSafeWebAddress } from '../domain/network/safe-web-address.ts';
import { createFieldReader, type FieldReader, type FieldRule } from './field-reader.ts';
import { showValue } from './show-value.ts';

export const SIGN_IN_KEYS = ['auth', 'oauth', 'token_minutes'] as const;

const OAUTH_KEYS: ReadonlySet<string> = new Set([
  ...['issuer', 'authorize', 'token', 'device', 'scopes', 'clientId'],
]);
const KINDS: ReadonlySet<unknown> = new Set<Login['kind']>(['password', 'bearer']);
/** RFC 6749 §3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,300}$/;
/** RFC 6749 §A.1. */
const CLIENT_ID = /^[\x20-\x7e]{1,500}$/;
const MAX_TOKEN_MINUTES = 24 * 60;

const auth: FieldRule<readonly Login['kind'][]> = {
  expected: 'a list of "password" and "bearer"',
  parse: (value) => (isListOfKinds(value) ? value : undefined),
};
const tokenMinutes: FieldRule<number> = {
  expected: `an integer from 1 to ${MAX_TOKEN_MINUTES}`,
  parse: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_TOKEN_MINUTES
      ? Number(value)
      : undefined,
};
export const webAddress: FieldRule<string> = {
  expected: 'an https:// address without user and fragment (http:// only at localhost)',
  parse: (value) => (typeof value === 'string' && isSafeWebAddress(value) ? value : undefined),
};
export const scopeList: FieldRule<readonly string[]> = {
  expected: 'a list of scopes, each without spaces',
  parse: (value) => (isListOfScopes(value) ? value : undefined),
};
export const clientIdText: FieldRule<string> = {
  expected: 'a text of 1 to 500 ASCII characters',
  parse: (value) => (typeof value === 'string' && CLIENT_ID.test(value) ? value : undefined),
};

/** An entry's options; the reader gets problems. */
export function readSignInOptions(
  reader: FieldReader,
  label: string,
): Pick<MailServerEntry, 'auth' | 'tokenMinutes' | 'oauth'> {
  const kinds = reader.has('auth') ? reader.take('auth', auth) : undefined;
  const minutes = reader.has('token_minutes') ? reader.take('token_minutes', tokenMinutes) : undefined;
  const oauth = readOAuth(reader, label);
  if (oauth !== undefined && kinds?.includes('bearer') !== true) {
    reader.report('auth', {
      expected: '"bearer" in the list, because the entry has oauth',
      got: showValue(kinds),
    });
  }
  return {
    ...(kinds && { auth: kinds }),
    ...(minutes !== undefined && { tokenMinutes: minutes }),
    ...(oauth && { oauth }),
  };
}

function readOAuth(reader: FieldReader, label: string): OAuthProvider | undefined {
  if (!reader.has('oauth')) return undefined;
  const object = reader.take('oauth', {
    expected: 'an object with issuer (or authorize and token), scopes and clientId',
    parse: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined,
  });
  if (object === undefined) return undefined;
  const fields = createFieldReader(`${label}, oauth`, object);
  const endpoints = readEndpoints(fields);
  const list = fields.take('scopes', scopeList);
  const client = fields.has('clientId') ? fields.take('clientId', clientIdText) : undefined;
  fields.reportUnknownFields(OAUTH_KEYS);
  reader.adopt(fields.problems);
  if (endpoints === undefined || list === undefined) return undefined;
  return { endpoints, scopes: list, ...(client !== undefined && { clientId: client }) };
}

/** The issuer, or the other addresses. */
function readEndpoints(fields: FieldReader): OAuthEndpoints | undefined {
  const named = ['authorize', 'token', 'device'].filter((key) => fields.has(key));
  if (!fields.has('issuer')) {
    const authorize = fields.take('authorize', webAddress);
    const token = fields.take('token', webAddress);
    const device = fields.has('device') ? fields.take('device', webAddress) : undefined;
    if (authorize === undefined || token === undefined) return undefined;
    return { authorize, token, ...(device !== undefined && { device }) };
  }
  if (named.length > 0)
    fields.report('issuer', { expected: 'either issuer, or authorize and token', got: `both (${named})` });
  const issuer = fields.take('issuer', webAddress);
  return issuer === undefined ? undefined : { issuer };
}

function isListOfKinds(value: unknown): value is readonly Login['kind'][] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return new Set(value).size === value.length && value.every((kind) => KINDS.has(kind));
}

function isListOfScopes(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((scope) => typeof scope === 'string' && SCOPE.test(scope));
}
