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

/** Credentials and protection. */
export type SignInRequest = Credentials & {
  /** For passwords; tokens need TLS. */
  readonly isCleartextAllowed?: boolean;
};

/** A successful login. */
export interface SignedIn {
  readonly mechanism: SignInMechanism;
  /** Show them to the user. */
  readonly alerts: readonly string[];
}

interface Attempt {
  run(): Promise<TaggedResponse>;
  readonly challenge: () => OAuthChallenge | null;
  readonly reveals: (text: string) => boolean;
}

/**
 * Signs in with the best mechanism. No error contains a secret. Throws SignInRefused, InvalidArgument,
 * MechanismUnavailable, TlsUnavailable, and ProtocolViolation or BoundExceeded: close the connection then.
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
 * Outlook refuses CAPABILITY after login ("BAD User is authenticated but not connected."): no mailbox, no
 * licence or wrong token scope.
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
  // Alerts stay unclaimed for the connection's listener.
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

/** Some servers repeat the refused command. */
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
