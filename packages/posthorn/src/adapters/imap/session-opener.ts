/** Opens sessions: vets the host, connects to the vetted address, signs in. */
import {
  type ConnectOptions,
  connect,
  type ImapConnection,
  id,
  type SignInRequest,
  signIn,
} from 'posthorn-imap';
import type { HostPolicy } from '../../application/ports/host-policy.ts';
import type { TrafficMeter } from '../../application/ports/traffic-meter.ts';
import type { UnreadableAnswers } from '../../application/ports/unreadable-answers.ts';
import type { WholeMessageReader } from '../../application/ports/whole-message-reader.ts';
import type { WorkObserver } from '../../application/ports/work-observer.ts';
import type { Login } from '../../domain/login.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { outcomeOfFailure } from '../../domain/outcome.ts';
import { toConnectError } from './imap-errors.ts';
import { ImapSession } from './imap-session.ts';
import { SessionListeners } from './session-listeners.ts';
import { toTokenError } from './token-failures.ts';

/** What the opener of sessions works with. */
export interface SessionOpenerDependencies {
  readonly hostPolicy: HostPolicy;
  /** PEM texts of further trusted roots. */
  readonly extraRoots: readonly string[];
  readonly trafficMeter: TrafficMeter;
  readonly wholeMessages: WholeMessageReader;
  /** Observes each connection and each command. */
  readonly workObserver?: WorkObserver;
  readonly unreadableAnswers?: UnreadableAnswers;
}

/** An observer that does nothing. */
const NOBODY: WorkObserver = { begin: () => () => undefined };
const UNCOUNTED: UnreadableAnswers = { add: () => undefined };

const INTRODUCTION_MS = 10_000;

/** Structures beyond this are read from the whole message instead, where a bound on the octets holds. */
const STRUCTURE_PARTS = 1000;

/**
 * A function that opens a session of an account. It throws what the policy throws, and MailError `server-unreachable`, `tls-required`,
 * `authentication-failed`, `access-denied`, `token-not-supported`, `server-unavailable`, `rate-limited`.
 */
export function createSessionOpener(dependencies: SessionOpenerDependencies) {
  const { workObserver = NOBODY, unreadableAnswers = UNCOUNTED } = dependencies;
  return async (account: MailAccount, signal: AbortSignal): Promise<ImapSession> => {
    const end = workObserver.begin({ kind: 'imap-connection', name: 'connect' });
    try {
      const session = await openSession(
        { ...dependencies, workObserver, unreadableAnswers },
        account,
        signal,
      );
      end('ok');
      return session;
    } catch (error) {
      end(outcomeOfFailure(error, signal));
      throw error;
    }
  };
}

async function openSession(
  dependencies: Required<SessionOpenerDependencies>,
  account: MailAccount,
  signal: AbortSignal,
): Promise<ImapSession> {
  const { hostPolicy, extraRoots, workObserver, wholeMessages } = dependencies;
  const { inbox, origin, login } = account;
  const { address, port, serverName } = await hostPolicy.vet(
    { host: inbox.host, port: inbox.port, origin },
    signal,
  );
  const isCleartextAllowed = login.kind === 'password' && hostPolicy.isCleartextAllowed(origin);
  const listeners = new SessionListeners(dependencies);
  const options: ConnectOptions = {
    host: address,
    port,
    ...(serverName !== undefined && { serverName }),
    security: securityOf(inbox.isTls, isCleartextAllowed),
    extraRoots,
    bounds: { structureParts: STRUCTURE_PARTS },
    ...listeners,
  };
  let connection: ImapConnection | undefined;
  try {
    connection = await connect(options, signal);
    await signIn(connection, toSignInRequest(login, isCleartextAllowed), signal);
    introduce(connection);
    listeners.session = new ImapSession({ connection, workObserver, wholeMessages });
    return listeners.session;
  } catch (error) {
    connection?.destroy();
    throw login.kind === 'bearer' ? toTokenError(error, login) : toConnectError(error);
  }
}

/** A token goes by a mechanism for tokens only, and never in clear text. */
function toSignInRequest({ kind, user, secret }: Login, isCleartextAllowed: boolean): SignInRequest {
  if (kind === 'bearer') return { user, token: secret.reveal() };
  return { user, password: secret.reveal(), isCleartextAllowed };
}

/** Sends ID, because some providers refuse clients without it (RFC 2971). Nothing waits for the answer. */
function introduce(connection: ImapConnection): void {
  if (!connection.capabilities.has('ID')) return;
  const signal = AbortSignal.timeout(INTRODUCTION_MS);
  id(connection, { name: 'posthorn' }, signal).catch(() => undefined);
}

/** Uses STARTTLS wherever the server offers it. Continues without it only where clear text is allowed. */
function securityOf(isTls: boolean, isCleartextAllowed: boolean) {
  if (isTls) return 'tls';
  return isCleartextAllowed ? 'starttls-if-offered' : 'starttls';
}
