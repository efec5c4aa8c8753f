import { MailError, type ServerChallenge } from '../errors/mail-error.ts';
import type { BearerLogin } from './login.ts';

/** Refused by a mail server. */
export interface RefusedToken {
  readonly login: BearerLogin;
  readonly challenge: ServerChallenge | null;
  /** A sentence's subject, such as `The mail server`. */
  readonly server: string;
  readonly responseCode?: string;
}

/** XOAUTH2 uses HTTP statuses. */
const SCOPE_STATUSES: ReadonlySet<string> = new Set(['insufficient_scope', 'invalid_scope', '403']);
/** RFC 6750 §3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const BASE64 = /[A-Za-z0-9+/]{16,}/g;
const HEXADECIMAL = /[0-9a-f]{8,}/gi;
const PERCENT = /%([0-9a-f]{2})/gi;
const MAX_TEXT_CHARACTERS = 500;

/** `access-denied` for a missing scope, else `authentication-failed`. */
export function tokenRefused(refused: RefusedToken, cause: unknown): MailError {
  const { challenge, server, responseCode } = refused;
  const isScopeMissing = SCOPE_STATUSES.has(challenge?.status ?? '');
  const tokenProblem = {
    error: isScopeMissing ? ('insufficient_scope' as const) : ('invalid_token' as const),
    ...shownChallenge(refused),
  };
  const shared = {
    tokenProblem,
    ...(responseCode !== undefined && { responseCode }),
    ...(challenge !== null && { challenge: readableChallenge(refused, challenge) }),
  };
  if (!isScopeMissing) {
    const detail = `${server} refused the token. Get a new one.`;
    return new MailError('authentication-failed', { detail, ...shared }, { cause });
  }
  const detail = `${server} refused the token: it does not have the scope that is needed.`;
  return new MailError('access-denied', { detail, ...shared }, { cause });
}

/** The token expired before it was sent. */
export function tokenEnded(): MailError {
  const detail = 'The token has expired. Get a new one.';
  return new MailError('authentication-failed', { detail, tokenProblem: { error: 'invalid_token' } });
}

/** The token could not be sent. */
export function tokenNotSupported(detail: string, cause?: unknown): MailError {
  return new MailError(
    'token-not-supported',
    { detail: `${detail} Nothing of the token was sent.` },
    { cause },
  );
}

/** For the client: well-formed, short, without the token. */
function shownChallenge({ login, challenge }: RefusedToken): {
  readonly scope?: string;
  readonly openidConfiguration?: string;
} {
  const { scope = '', openidConfiguration = '' } = challenge ?? {};
  const isShown = (text: string) => isHarmless(text, login);
  return {
    ...(SCOPE.test(scope) && isShown(scope) && { scope }),
    ...(isWebAddress(openidConfiguration) && isShown(openidConfiguration) && { openidConfiguration }),
  };
}

/** For the operator. */
function readableChallenge({ login }: RefusedToken, challenge: ServerChallenge): ServerChallenge {
  const { status, schemes, scope, openidConfiguration: address } = challenge;
  const openidConfiguration = address !== undefined && isWebAddress(address) ? address : undefined;
  const members = Object.entries({ status, schemes, scope, openidConfiguration });
  return Object.fromEntries(members.filter(([, text]) => text !== undefined && isHarmless(text, login)));
}

/** Short, without the token, even in base64, hexadecimal or percent encoding. */
function isHarmless(text: string, { secret }: BearerLogin): boolean {
  if (text.length > MAX_TEXT_CHARACTERS) return false;
  const token = secret.reveal();
  return spellingsOf(text).every((each) => !each.toLowerCase().includes(token.toLowerCase()));
}

/** Also percent encoding around base64 or hexadecimal. */
function spellingsOf(text: string): readonly string[] {
  const unescaped = text.replace(PERCENT, (_, octet: string) =>
    String.fromCharCode(Number.parseInt(octet, 16)),
  );
  return [text, unescaped].flatMap((each) => [
    each,
    ...[...each.matchAll(BASE64)].map(([run]) => Buffer.from(run, 'base64').toString()),
    ...[...each.matchAll(HEXADECIMAL)].flatMap(([run]) =>
      [run, run.slice(1)].map((digits) => Buffer.from(digits, 'hex').toString()),
    ),
  ]);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text);
}
