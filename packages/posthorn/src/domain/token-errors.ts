/** Failures of logins with a bearer token. Text of mail servers is checked before it becomes part of one. */
import type { BearerLogin } from './login.ts';
import { MailError, type ServerChallenge } from './mail-error.ts';

/** A token that a mail server refused. */
export interface RefusedToken {
  readonly login: BearerLogin;
  /** Null where the server sent none. */
  readonly challenge: ServerChallenge | null;
  /** The beginning of the sentence for the client, such as `The mail server`. */
  readonly server: string;
  /** The response code of the refusal, for the log. */
  readonly answer?: string;
}

/** The statuses that mean a good token with too little in it. XOAUTH2 has HTTP statuses. */
const SCOPE_STATUSES: ReadonlySet<string> = new Set(['insufficient_scope', 'invalid_scope', '403']);
/** Scope values as RFC 6750 §3 allows them in WWW-Authenticate. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const BASE64 = /[A-Za-z0-9+/]{16,}/g;
const MAX_TEXT_CHARACTERS = 500;

/**
 * The refusal of a token by the mail server: `access-denied` where the server says that the scope is missing, else
 * `authentication-failed`.
 */
export function tokenRefused(refused: RefusedToken, cause: unknown): MailError {
  const { challenge, server, answer } = refused;
  const isScopeMissing = SCOPE_STATUSES.has(challenge?.status ?? '');
  const tokenProblem = {
    error: isScopeMissing ? ('insufficient_scope' as const) : ('invalid_token' as const),
    ...shownChallenge(refused),
  };
  const shared = {
    tokenProblem,
    ...(answer !== undefined && { answer }),
    ...(challenge !== null && { challenge: readableChallenge(refused, challenge) }),
  };
  if (!isScopeMissing) {
    const detail = `${server} refused the token. Get a new one.`;
    return new MailError('authentication-failed', { detail, ...shared }, { cause });
  }
  const detail = `${server} refused the token: it does not have the scope that is needed.`;
  return new MailError('access-denied', { detail, ...shared }, { cause });
}

/** The token that came with the request has ended. Nothing was sent to a mail server. */
export function tokenEnded(): MailError {
  const detail = 'The token has expired. Get a new one.';
  return new MailError('authentication-failed', { detail, tokenProblem: { error: 'invalid_token' } });
}

/** The token cannot be sent to where it would have to go. Nothing of it was sent. */
export function tokenNotSupported(detail: string, cause?: unknown): MailError {
  return new MailError(
    'token-not-supported',
    { detail: `${detail} Nothing of the token was sent.` },
    { cause },
  );
}

/** What of the challenge a client may see: well-formed, short, and without the token. */
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

/** What of the challenge the operator may see. */
function readableChallenge({ login }: RefusedToken, challenge: ServerChallenge): ServerChallenge {
  const { status, schemes, scope, openidConfiguration: address } = challenge;
  const openidConfiguration = address !== undefined && isWebAddress(address) ? address : undefined;
  const members = Object.entries({ status, schemes, scope, openidConfiguration });
  return Object.fromEntries(members.filter(([, text]) => text !== undefined && isHarmless(text, login)));
}

/** Short, and without the token, also where a server repeats the message that carried it, in base64. */
function isHarmless(text: string, { secret }: BearerLogin): boolean {
  if (text.length > MAX_TEXT_CHARACTERS) return false;
  const decoded = [...text.matchAll(BASE64)].map(([run]) => Buffer.from(run, 'base64').toString());
  return [text, ...decoded].every((each) => !each.includes(secret.reveal()));
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text);
}
