import { createSessionOpener, NAMED_SERVER_MS } from '../adapters/imap/session/session-opener.ts';
import { SessionPool } from '../adapters/imap/session/session-pool.ts';
import { SpacedTurns } from '../adapters/imap/session/spaced-turns.ts';
import { BREAKER_FAILURES, BREAKER_OPEN_MS, CircuitBreaker } from '../domain/limits/circuit-breaker.ts';
import { installationKey } from './installation-key.ts';
import { processShare } from './process-share.ts';
import type { Configuration, Services } from './services.ts';

/** Dovecot answers a second's wrong passwords together; an answer, and the sign-in that begins after it, take up to 10 ms. */
const FAILURE_SPACING_MS = 20;

/** A pool with the configured limits. */
export function createImapSessions(services: Services, configuration: Configuration): SessionPool {
  const { settings, processCount = 1 } = configuration;
  return new SessionPool({
    open: createSessionOpener({
      hostPolicy: services.hostPolicy,
      telemetry: services.telemetry,
      extraRoots: configuration.extraRoots,
      wholeMessages: services.wholeMessageReader,
      breaker: new CircuitBreaker({
        now: services.clock,
        failures: BREAKER_FAILURES,
        openMs: BREAKER_OPEN_MS,
      }),
      failureTurns: new SpacedTurns(FAILURE_SPACING_MS),
      isClientTold: settings.isClientTold,
      maxMailboxMessages: settings.maxMailboxMessages,
    }),
    namedServerMs: NAMED_SERVER_MS,
    signIns: processShare(processCount).signIns,
    telemetry: services.telemetry,
    maxPerAccount: settings.sessionsPerAccount,
    maxTotal: settings.sessionsTotal,
    idleMs: settings.sessionIdleSeconds * 1000,
    now: services.clock,
    signInOutcomes: services.signInOutcomes,
    loginSecret: installationKey(settings.key, 'login'),
  });
}
