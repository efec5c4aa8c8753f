import type { KeyCredentials } from '../../../application/accounts/principals.ts';
import { Secret } from '../../../domain/logins/secret.ts';
import { parseBearerToken } from './bearer-credentials.ts';

const API_KEY = /^ph_([A-Za-z0-9]{1,64})_([A-Za-z0-9_-]{1,256})$/;

const RUN_TOKEN = /^try_[A-Za-z0-9_-]{1,256}$/;

/** Parses a Bearer header's `ph_<id>_<secret>`; undefined for other tokens. */
export function parseApiKey(header: string | undefined): Pick<KeyCredentials, 'id' | 'secret'> | undefined {
  const [, id, secret] = API_KEY.exec(parseBearerToken(header) ?? '') ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret: new Secret(secret) };
}

/** Parses `try_<secret>`, for one server run; else undefined. */
export function parseRunToken(header: string | undefined): Secret | undefined {
  const token = parseBearerToken(header);
  return token !== undefined && RUN_TOKEN.test(token) ? new Secret(token) : undefined;
}
