import type { FastifyRequest } from 'fastify';
import { isJsonObject, parseJson } from '../request/json-object.ts';
import { parseBasicCredentials } from '../request/login/basic-credentials.ts';
import { parseBearerToken } from '../request/login/bearer-credentials.ts';
import { namedUser } from '../request/login/credentials.ts';

export type RequestHead = Pick<FastifyRequest, 'headers' | 'body'>;

/** Shorter texts match by chance. */
const MIN_SECRET_LENGTH = 4;
/** Shorter secrets may match part of a name. */
const LONG_SECRET_LENGTH = 12;
/** Chains may be circular. */
const MAX_CAUSES = 4;
const HIDDEN = '[secret]';

/** Copies the error without the request's passwords in any encoding: mail servers echo them. */
export function hideSecrets(error: unknown, request: RequestHead): unknown {
  const secrets = secretsOf(request);
  if (typeof error === 'string') return hideInText(error, secrets);
  return error instanceof Error ? hideInError(error, secrets, 0) : error;
}

/** Removes long secrets from client text. A gap in a name would reveal a short one. */
export function longSecretHider(request: RequestHead): (text: string) => string {
  const secrets = secretsOf(request).filter(({ length }) => length >= LONG_SECRET_LENGTH);
  return (text) => hideInText(text, secrets);
}

function hideInError(error: Error, secrets: readonly string[], depth: number): Error {
  const { name, message, stack = '', cause } = error;
  const copy = new Error(hideInText(message, secrets));
  return Object.assign(copy, {
    name,
    stack: hideInText(stack, secrets),
    ...('code' in error && { code: error.code }),
    ...(cause instanceof Error && depth < MAX_CAUSES && { cause: hideInError(cause, secrets, depth + 1) }),
  });
}

function hideInText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
}

/** Longest first: one may contain another. */
function secretsOf({ headers, body }: RequestHead): readonly string[] {
  const password = parseBasicCredentials(headers.authorization)?.secret;
  const token = parseBearerToken(headers.authorization) ?? '';
  const connectionData = String(headers['x-cnmail-data'] ?? '');
  const user = namedUser(headers) ?? formUser(body);
  const escaped = user.replaceAll('=', '=3D').replaceAll(',', '=2C');
  const passwords = [
    password?.reveal() ?? '',
    token,
    ...passwordsIn(decode(connectionData)),
    ...signInPasswords(body),
  ];
  const forms = passwords.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    base64(secret),
    base64(`${user}:${secret}`),
    base64(`\0${user}\0${secret}`),
    base64(`${user}\0${user}\0${secret}`),
    base64(`user=${user}\x01auth=Bearer ${secret}\x01\x01`),
    base64(`n,a=${escaped},\x01auth=Bearer ${secret}\x01\x01`),
  ]);
  const long = [...forms, connectionData].filter((text) => text.length >= MIN_SECRET_LENGTH);
  return [...new Set(long)].sort((a, b) => b.length - a.length);
}

function decode(connectionData: string): unknown {
  return parseJson(Buffer.from(connectionData, 'base64').toString());
}

/** Members named like passwords, at the top or one level below. */
function passwordsIn(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (isJsonObject(member))
      return Object.entries(member).flatMap(([inner, text]) => asPassword(inner, text));
    return asPassword(name, member);
  });
}

function asPassword(name: string, value: unknown): readonly string[] {
  return /pass/i.test(name) && typeof value === 'string' ? [value] : [];
}

function signInPasswords(body: unknown): readonly string[] {
  return body instanceof URLSearchParams ? body.getAll('password') : passwordsIn(body);
}

/** Of the connect page. */
function formUser(body: unknown): string {
  return body instanceof URLSearchParams ? (body.get('user') ?? body.get('address') ?? '') : '';
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
