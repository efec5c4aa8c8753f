/** Opens sessions: vets the host, connects to the vetted address, signs in. */
import type { HostPolicy } from '../../application/ports/host-policy.ts';
import type { TrafficMeter } from '../../application/ports/traffic-meter.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { connectImap } from './imap-connection.ts';
import { ImapSession } from './imap-session.ts';

export interface SessionOpenerDependencies {
  readonly hostPolicy: HostPolicy;
  /** PEM texts of further trusted roots. */
  readonly extraRoots: readonly string[];
  readonly trafficMeter: TrafficMeter;
}

/** A function that opens a session of an account; it throws what the policy and `connectImap` throw. */
export function createSessionOpener(dependencies: SessionOpenerDependencies) {
  return async (account: MailAccount, signal: AbortSignal): Promise<ImapSession> => {
    const { hostPolicy, extraRoots, trafficMeter } = dependencies;
    const { inbox, origin } = account;
    const host = await hostPolicy.vet(inbox.host, inbox.port, origin, signal);
    const isCleartextAllowed = hostPolicy.isCleartextAllowed(origin);
    const options = { account, host, isCleartextAllowed, extraRoots, trafficMeter };
    return new ImapSession(await connectImap(options, signal));
  };
}
