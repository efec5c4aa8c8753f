/** Signs in with a password or an OAuth token, by the mechanism that the server and the credentials want. */
import type { Command, CommandRunner } from '../connection/command.ts';
import { CommandRefused, ConnectionClosed } from '../connection/connection-errors.ts';
import { ProtocolViolation, TlsUnavailable } from '../errors.ts';
import type { ResponseCode, TaggedResponse } from '../responses/response.ts';
import { chooseMechanism } from '../sasl/choose-mechanism.ts';
import { createExchange } from '../sasl/create-exchange.ts';
import { type Credentials, checkCredentials } from '../sasl/credentials.ts';
import type { OAuthChallenge } from '../sasl/oauth-challenge.ts';
import type { SignInMechanism } from '../sasl/sasl-exchange.ts';
import { repeats } from '../sasl/secret-text.ts';
import { authenticate } from './authenticate.ts';
import { login } from './login.ts';
import { type SignInRefusal, SignInRefused, signInRefusal } from './sign-in-refusal.ts';

/** Who signs in. */
export type SignInRequest = Credentials & {
  /** True: a password may travel over a connection that is not encrypted. A token never does. */
  readonly isCleartextAllowed?: boolean;
};

/** How a login has succeeded. */
export interface SignedIn {
  readonly mechanism: SignInMechanism;
  /** Texts that RFC 9051 §7.1 wants to be shown to the user. */
  readonly alerts: readonly string[];
}

/** One login by one mechanism. */
interface Attempt {
  run(): Promise<TaggedResponse>;
  readonly challenge: () => OAuthChallenge | null;
  readonly reveals: (text: string) => boolean;
}

/**
 * Signs in. Throws SignInRefused with the reason, InvalidArgument for credentials that cannot be sent, MechanismUnavailable,
 * TlsUnavailable where they would travel in clear text, and ProtocolViolation or BoundExceeded where the server breaks the mechanism's
 * rules: the connection is then to be closed. A SignInRefused whose command is CAPABILITY came after the login: see `contact-admin`. No error
 * holds a secret. The connection knows the capabilities after it.
 */
export async function signIn(
  runner: CommandRunner,
  request: SignInRequest,
  signal: AbortSignal,
): Promise<SignedIn> {
  checkCredentials(request);
  checkPrivacy(runner, request);
  const mechanism = chooseMechanism(request, runner.capabilities);
  const alerts: string[] = [];
  const attempt = beginAttempt({ runner, request, mechanism, alerts }, signal);
  try {
    const answer = await attempt.run();
    if (answer.code?.name === 'ALERT') alerts.push(answer.text);
    return { mechanism, alerts: withoutSecrets(alerts, attempt) };
  } catch (error) {
    if (error instanceof CommandRefused) throw toRefusal(error, alerts, attempt);
    if (error instanceof ConnectionClosed) throw withoutSecretBye(error, attempt);
    throw isWithoutMailbox(error) ? toLateRefusal(error.cause, alerts, attempt) : error;
  }
}

/**
 * True where the login has succeeded and the server then refuses even CAPABILITY, as Outlook does ("BAD User is authenticated but not
 * connected."): the token is valid, and the mailbox does not exist, is not licensed or not in its scope.
 */
function isWithoutMailbox(error: unknown): error is ProtocolViolation & { readonly cause: CommandRefused } {
  return error instanceof ProtocolViolation && error.cause instanceof CommandRefused;
}

function checkPrivacy(runner: CommandRunner, request: SignInRequest): void {
  if (runner.isEncrypted) return;
  if ('token' in request) throw new TlsUnavailable('A token does not travel over a connection without TLS.');
  if (request.isCleartextAllowed !== true) {
    throw new TlsUnavailable('The connection is not encrypted, and a password in clear text is not allowed.');
  }
}

function beginAttempt(
  {
    runner,
    request,
    mechanism,
    alerts,
  }: {
    readonly runner: CommandRunner;
    readonly request: SignInRequest;
    readonly mechanism: SignInMechanism;
    readonly alerts: string[];
  },
  signal: AbortSignal,
): Attempt {
  // Alerts are not consumed, so that the listener of the connection receives them too.
  const onResponse: NonNullable<Command['onResponse']> = (response) => {
    if (response.kind === 'status' && response.code?.name === 'ALERT') alerts.push(response.text);
    return false;
  };
  if (mechanism === 'LOGIN' && !('token' in request)) {
    return {
      run: () => login(runner, { credentials: request, onResponse }, signal),
      challenge: () => null,
      reveals: (text) => repeats(text, { secret: request.password }),
    };
  }
  const exchange = createExchange(request, mechanism);
  return {
    run: () => authenticate(runner, { exchange, onResponse }, signal),
    challenge: () => exchange.challenge,
    reveals: (text) => exchange.reveals(text),
  };
}

function toRefusal(error: CommandRefused, alerts: readonly string[], attempt: Attempt): SignInRefused {
  return refused(error, { reason: signInRefusal(error), alerts }, attempt);
}

function toLateRefusal(error: CommandRefused, alerts: readonly string[], attempt: Attempt): SignInRefused {
  return refused(error, { reason: 'contact-admin', alerts }, attempt);
}

function refused(
  { command, status, code, text }: CommandRefused,
  { reason, alerts }: { readonly reason: SignInRefusal; readonly alerts: readonly string[] },
  attempt: Attempt,
): SignInRefused {
  const told = code?.name === 'ALERT' ? [...alerts, text] : alerts;
  return new SignInRefused(
    {
      command,
      status,
      code: withoutSecret(code, attempt),
      text: attempt.reveals(text) ? '' : text,
    },
    { reason, alerts: withoutSecrets(told, attempt), challenge: attempt.challenge() },
  );
}

/** Some servers repeat the command that they refuse. */
function withoutSecrets(texts: readonly string[], { reveals }: Attempt): readonly string[] {
  return texts.filter((text) => !reveals(text));
}

function withoutSecretBye(error: ConnectionClosed, attempt: Attempt): ConnectionClosed {
  const { byeText = '', byeCode, message } = error;
  const code = withoutSecret(byeCode, attempt);
  return attempt.reveals(byeText) || code !== byeCode
    ? new ConnectionClosed(message, { byeCode: code })
    : error;
}

function withoutSecret(code: ResponseCode | null, { reveals }: Attempt): ResponseCode | null {
  if (code === null || !('data' in code) || code.data === null || !reveals(code.data)) return code;
  return { name: code.name, data: null };
}
