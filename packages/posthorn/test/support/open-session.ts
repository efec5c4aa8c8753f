/** Opens one session as the pool does, for tests of a single connection. */
import type { TestContext } from 'node:test';
import type { ImapSession } from '../../src/adapters/imap/session/imap-session.ts';
import { createSessionOpener } from '../../src/adapters/imap/session/session-opener.ts';
import { createWholeMessageReader } from '../../src/adapters/workers/pooled-whole-message-reader.ts';
import type { VettedHost } from '../../src/application/ports/host-policy.ts';
import { type MailTelemetry, UNMEASURED } from '../../src/application/ports/mail-telemetry.ts';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';

export interface SessionToOpen {
  readonly account: MailAccount;
  /** Default: the account's own host and port, without a name. */
  readonly host?: VettedHost;
  /** Default: true. */
  readonly isCleartextAllowed?: boolean;
  readonly extraRoots?: readonly string[];
  readonly telemetry?: MailTelemetry;
}

/** The session. Throws as the session opener does. */
export function openSession(options: SessionToOpen, signal: AbortSignal): Promise<ImapSession> {
  const { account, isCleartextAllowed = true, extraRoots = [] } = options;
  const { host = { address: account.inbox.host, port: account.inbox.port } } = options;
  const { telemetry = UNMEASURED } = options;
  const hostPolicy = { vet: async () => host, isCleartextAllowed: () => isCleartextAllowed };
  return createSessionOpener({
    hostPolicy,
    extraRoots,
    telemetry,
    wholeMessages: createWholeMessageReader(),
  })(account, signal);
}

/** The same, closed after the test. */
export async function openSessionFor(
  t: TestContext,
  options: SessionToOpen,
  signal: AbortSignal,
): Promise<ImapSession> {
  const session = await openSession(options, signal);
  t.after(() => session.destroy());
  return session;
}
