/** The pool of IMAP sessions of an installation. */
import { createSessionOpener } from '../adapters/imap/session-opener.ts';
import { SessionPool } from '../adapters/imap/session-pool.ts';
import { trafficMeterOf, unreadableAnswersOf, waitMeterOf, workObserverOf } from './mail-meters.ts';
import type { Configuration, Services } from './services.ts';

/** Sessions as the settings bound them, measured by the telemetry. */
export function createImapSessions(services: Services, configuration: Configuration): SessionPool {
  const { settings } = configuration;
  return new SessionPool({
    open: createSessionOpener({
      hostPolicy: services.hostPolicy,
      trafficMeter: trafficMeterOf(services),
      workObserver: workObserverOf(services),
      unreadableAnswers: unreadableAnswersOf(services),
      extraRoots: configuration.extraRoots,
      wholeMessages: services.wholeMessageReader,
    }),
    waitMeter: waitMeterOf(services),
    maxPerAccount: settings.sessionsPerAccount,
    maxTotal: settings.sessionsTotal,
    idleMs: settings.sessionIdleSeconds * 1000,
    now: services.clock,
  });
}
