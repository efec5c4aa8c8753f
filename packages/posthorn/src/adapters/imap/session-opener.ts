/** Opens sessions: vets the host, connects to the vetted address, signs in. */
import type { HostPolicy } from '../../application/ports/host-policy.ts';
import type { TrafficMeter } from '../../application/ports/traffic-meter.ts';
import type { WorkObserver } from '../../application/ports/work-observer.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { outcomeOfFailure } from '../../domain/outcome.ts';
import { connectImap, type ImapConnection } from './imap-connection.ts';
import { ImapSession } from './imap-session.ts';
import { observeConnection } from './observed-connection.ts';

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

/** A function that opens a session of an account; it throws what the policy and `connectImap` throw. */
export function createSessionOpener(dependencies: SessionOpenerDependencies) {
  const { workObserver = NOBODY } = dependencies;
  return async (account: MailAccount, signal: AbortSignal): Promise<ImapSession> => {
    const end = workObserver.begin({ kind: 'imap-connection', name: 'connect' });
    try {
      const connection = await connect(dependencies, account, signal);
      end('ok');
      return new ImapSession(observeConnection(connection, workObserver));
    } catch (error) {
      end(outcomeOfFailure(error, signal));
      throw error;
    }
  };
}

async function connect(
  { hostPolicy, extraRoots, trafficMeter }: SessionOpenerDependencies,
  account: MailAccount,
  signal: AbortSignal,
): Promise<ImapConnection> {
  const { inbox, origin } = account;
  const host = await hostPolicy.vet(inbox.host, inbox.port, origin, signal);
  const isCleartextAllowed = hostPolicy.isCleartextAllowed(origin);
  return connectImap({ account, host, isCleartextAllowed, extraRoots, trafficMeter }, signal);
}
