/** Keeps the passwords and tokens of a request out of what is written about its failure. */
import type { FastifyRequest } from 'fastify';
import { isJsonObject, parseJson } from '../request/json-object.ts';
import { parseBasicCredentials } from '../request/login/basic-credentials.ts';
import { parseBearerToken } from '../request/login/bearer-credentials.ts';
import { namedUser } from '../request/login/credentials.ts';

/** What of a request has secrets. */
export type RequestHead = Pick<FastifyRequest, 'headers' | 'body'>;

/** Shorter texts are in every message by chance. */
const MIN_SECRET_LENGTH = 4;
/** A shorter secret could be part of a name by chance. */
const LONG_SECRET_LENGTH = 12;
/** Longer chains of causes repeat themselves, or are a circle. */
const MAX_CAUSES = 4;
const HIDDEN = '[secret]';

/**
 * The error without the passwords of the request, also in base64 and percent-encoded: mail servers repeat in their answers what
 * they have been told, and such answers are causes of errors. Errors are copied with what describes them.
 */
export function hideSecrets(error: unknown, request: RequestHead): unknown {
  const secrets = secretsOf(request);
  if (typeof error === 'string') return hideInText(error, secrets);
  return error instanceof Error ? hideInError(error, secrets, 0) : error;
}

/**
 * Makes texts that a client has chosen fit to be kept: without the long secrets of the request, which somebody has put into a wrong
 * place. Short passwords stay where they are part of a name: what is missing there would tell them.
 */
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

/** All forms of all secrets, the longest first: one may be part of another. */
function secretsOf({ headers, body }: RequestHead): readonly string[] {
  const password = parseBasicCredentials(headers.authorization)?.secret;
  const token = parseBearerToken(headers.authorization) ?? '';
  const connectionData = String(headers['x-cnmail-data'] ?? '');
  const user = namedUser(headers) ?? '';
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

/** Values of members whose names say so; connection data has them at its top. */
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

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
