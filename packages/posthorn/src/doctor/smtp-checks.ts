/** Checks what a sending server offers, and the login there. Nothing is sent. */
import { chooseMechanism, maxMessageOctets } from '../adapters/smtp/smtp-extensions.ts';
import { proveSmtpLogin } from '../adapters/smtp/smtp-transport.ts';
import type { MailAccount } from '../domain/mail-account.ts';
import { type Check, type Checks, ok, problem, warning } from './check.ts';
import type { Features } from './conversation.ts';
import { loginFailure } from './login-failure.ts';
import { readableSize } from './readable-size.ts';
import type { ProbeTools } from './server-checks.ts';

const COSTS: readonly (readonly [extension: string, cost: string])[] = [
  ['8BITMIME', 'messages that are not pure ASCII inside cannot be passed on as they are'],
  ['SMTPUTF8', 'addresses with letters beyond ASCII before the @ cannot be used'],
];
const ADVICE = 'Nothing has to be changed; a newer mail server may have it.';

/** One check for each thing that matters to sending. */
export function checkExtensions(extensions: Features): readonly Check[] {
  const present = COSTS.filter(([extension]) => extensions.has(extension)).map(([extension]) => extension);
  const missing = COSTS.filter(([extension]) => !extensions.has(extension));
  return [
    ok('SMTP extensions', `The server has ${present.join(', ') || 'none of those that help'}.`),
    ...missing.map(([extension, cost]) => warning(`SMTP ${extension}`, `It is missing: ${cost}.`, ADVICE)),
    checkSize(extensions),
    checkAuth(extensions),
  ];
}

/** The login as before a submission. */
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
    yield loginFailure('SMTP login', error);
  }
}

function checkSize(extensions: Features): Check {
  const octets = maxMessageOctets(extensions);
  if (Number.isFinite(octets)) {
    return ok('SMTP message size', `The server takes messages of up to ${readableSize(octets)}.`);
  }
  return ok('SMTP message size', 'The server does not say how large a message may be.');
}

function checkAuth(extensions: Features): Check {
  const check = 'SMTP AUTH';
  const ways = extensions.get('AUTH');
  if (ways === undefined) {
    return warning(
      check,
      'The server offers no login: mail is handed over without one, and the server may refuse it.',
      'For a relay of your own this is right. Else use the port for submission, 587 or 465.',
    );
  }
  const mechanism = chooseMechanism(extensions, 'password');
  if (mechanism !== undefined) return ok(check, `The login is ${mechanism}.`);
  return problem(
    check,
    `The server offers neither PLAIN nor LOGIN, but ${ways.join(', ') || 'nothing'}.`,
    'Posthorn cannot sign in there: such a server wants OAuth or a method that is out of use.',
  );
}
