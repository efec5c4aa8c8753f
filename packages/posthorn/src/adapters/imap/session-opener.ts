/** Opens sessions: vets the host, connects to the vetted address, signs in. */
import { connect, type ImapConnection, signIn } from 'posthorn-imap';
import type { HostPolicy } from '../../application/ports/host-policy.ts';
import type { TrafficMeter } from '../../application/ports/traffic-meter.ts';
import type { WorkObserver } from '../../application/ports/work-observer.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { outcomeOfFailure } from '../../domain/outcome.ts';
import { toConnectError } from './imap-errors.ts';
import { ImapSession } from './imap-session.ts';

export interface SessionOpenerDependencies {
  readonly hostPolicy: HostPolicy;
  /** PEM texts of further trusted roots. */
  readonly extraRoots: readonly string[];
  readonly trafficMeter: TrafficMeter;
  /** Is told of each connection and each command. */
  readonly workObserver?: WorkObserver;
}

/** What nobody watches. */
const NOBODY: WorkObserver = { begin: () => () => undefined };

/** Untagged responses that tell of changes in the open mailbox. */
const NEWS: ReadonlySet<string> = new Set(['exists', 'expunge', 'vanished', 'fetch']);

/** Structures beyond this are read from the whole message instead, where a bound on the octets holds. */
const STRUCTURE_PARTS = 1000;

/**
 * A function that opens a session of an account. It throws what the policy throws, and MailError `server-unreachable`, `tls-required`,
 * `authentication-failed`, `server-unavailable`, `rate-limited`.
 */
export function createSessionOpener(dependencies: SessionOpenerDependencies) {
  const { workObserver = NOBODY } = dependencies;
  return async (account: MailAccount, signal: AbortSignal): Promise<ImapSession> => {
    const end = workObserver.begin({ kind: 'imap-connection', name: 'connect' });
    try {
      const session = await openSession({ ...dependencies, workObserver }, account, signal);
      end('ok');
      return session;
    } catch (error) {
      end(outcomeOfFailure(error, signal));
      throw error;
    }
  };
}

async function openSession(
  { hostPolicy, extraRoots, trafficMeter, workObserver }: Required<SessionOpenerDependencies>,
  account: MailAccount,
  signal: AbortSignal,
): Promise<ImapSession> {
  const { inbox, origin, user, password } = account;
  const { address, port, serverName } = await hostPolicy.vet(inbox.host, inbox.port, origin, signal);
  const isCleartextAllowed = hostPolicy.isCleartextAllowed(origin);
  let session: ImapSession | undefined;
  let connection: ImapConnection | undefined;
  try {
    connection = await connect(
      {
        host: address,
        port,
        ...(serverName !== undefined && { serverName }),
        security: securityOf(inbox.isTls, isCleartextAllowed),
        extraRoots,
        bounds: { structureParts: STRUCTURE_PARTS },
        // Signing in is not counted.
        onTraffic: ({ signal: of, ...traffic }) => session && trafficMeter.add(of, traffic),
        onUnclaimed: ({ kind }) => {
          if (NEWS.has(kind)) session?.noteNews();
        },
      },
      signal,
    );
    await signIn(connection, { user, password: password.reveal(), isCleartextAllowed }, signal);
    session = new ImapSession(connection, workObserver);
    return session;
  } catch (error) {
    connection?.destroy();
    throw toConnectError(error);
  }
}

/** STARTTLS is used wherever the server offers it; only where clear text is allowed the connection goes on without. */
function securityOf(isTls: boolean, isCleartextAllowed: boolean) {
  if (isTls) return 'tls';
  return isCleartextAllowed ? 'starttls-if-offered' : 'starttls';
}
