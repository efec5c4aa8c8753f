import { chooseMechanism, maxMessageOctets } from '../adapters/smtp/smtp-extensions.ts';
import { proveSmtpLogin } from '../adapters/smtp/smtp-transport.ts';
import type { MailAccount } from '../domain/accounts/mail-account.ts';
import type { Login } from '../domain/logins/login.ts';
import { type Check, type Checks, ok, problem, warning } from './check.ts';
import type { Features } from './conversation.ts';
import { loginFailure } from './login-failure.ts';
import { readableSize } from './readable-size.ts';
import type { ProbeTools } from './server-checks.ts';

const COSTS: readonly (readonly [extension: string, cost: string])[] = [
  ['8BITMIME', 'messages that are not pure ASCII inside cannot be passed on as they are'],
  ['SMTPUTF8', 'addresses with letters beyond ASCII before the @ cannot be used'],
];
const ADVICE_WITHOUT_PASSWORDS =
  'If it offers OAUTHBEARER or XOAUTH2, sign in with a token (--token-file; posthorn oauth:token gets one).';
const ADVICE = 'Nothing has to be changed; a newer mail server may have it.';

/** Checks features for sending; `kind` null: no login. */
export function checkExtensions(extensions: Features, kind: Login['kind'] | null): readonly Check[] {
  const present = COSTS.filter(([extension]) => extensions.has(extension)).map(([extension]) => extension);
  const missing = COSTS.filter(([extension]) => !extensions.has(extension));
  return [
    ok('SMTP extensions', `The server has ${present.join(', ') || 'none of those that help'}.`),
    ...missing.map(([extension, cost]) =>
      warning(`SMTP ${extension}`, { finding: `It is missing: ${cost}.`, advice: ADVICE }),
    ),
    checkSize(extensions),
    checkAuth(extensions, kind),
  ];
}

/** Signs in without sending. */
export async function* checkSmtpLogin(
  account: MailAccount,
  { hostPolicy, extraRoots }: ProbeTools,
  signal: AbortSignal,
): Checks {
  try {
    const extensions = await proveSmtpLogin({ hostPolicy, extraRoots }, account, signal);
    if (extensions.has('AUTH'))
      yield ok('SMTP login', `${account.login.user} is signed in; nothing was sent.`);
  } catch (error) {
    signal.throwIfAborted();
    const host = account.outbox?.host ?? '';
    yield loginFailure({ check: 'SMTP login', kind: account.login.kind, host }, error);
  }
}

function checkSize(extensions: Features): Check {
  const octets = maxMessageOctets(extensions);
  if (Number.isFinite(octets)) {
    return ok('SMTP message size', `The server takes messages of up to ${readableSize(octets)}.`);
  }
  return ok('SMTP message size', 'The server does not say how large a message may be.');
}

function checkAuth(extensions: Features, kind: Login['kind'] | null): Check {
  const check = 'SMTP AUTH';
  const ways = extensions.get('AUTH');
  if (ways === undefined) {
    return warning(check, {
      finding: 'The server offers no login: mail is handed over without one, and the server may refuse it.',
      advice: 'For a relay of your own this is right. Else use the port for submission, 587 or 465.',
    });
  }
  const kinds = kind === null ? (['password', 'bearer'] as const) : [kind];
  const [mechanism] = kinds.flatMap((each) => chooseMechanism(extensions, each) ?? []);
  if (mechanism !== undefined) return ok(check, `The login is ${mechanism}.`);
  const offered = ways.join(', ') || 'nothing';
  if (kind === 'bearer') {
    return problem(check, {
      finding: `The server takes no tokens (OAUTHBEARER, XOAUTH2), but ${offered}.`,
      advice: 'Sign in with a password, or ask the operator of the server.',
    });
  }
  return problem(check, {
    finding: `The server offers neither PLAIN nor LOGIN, but ${offered}.`,
    advice: ADVICE_WITHOUT_PASSWORDS,
  });
}
