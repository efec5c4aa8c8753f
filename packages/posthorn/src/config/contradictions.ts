import { isLoopback } from './loopback.ts';
import { type Settings, settingRows } from './settings.ts';

interface Contradiction {
  readonly applies: (settings: Settings) => boolean;
  readonly sentence: (settings: Settings) => string;
}

/** Warnings of valid settings that harm together, in fixed order. */
export function warnOfContradictions(settings: Settings): readonly string[] {
  return CONTRADICTIONS.filter(({ applies }) => applies(settings)).map(({ sentence }) => sentence(settings));
}

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    applies: (settings) => settings.eventStreams > settings.sessionsTotal && !hasDefaults(settings),
    sentence: ({ eventStreams, sessionsTotal }) =>
      `APP_EVENT_STREAMS is ${eventStreams} and APP_SESSIONS_TOTAL ${sessionsTotal}: half of the sessions watch accounts, and listeners of further accounts get their events up to ten seconds late.`,
  },
  {
    applies: ({ eventStreams, eventStreamsPerAccount }) =>
      eventStreams > 0 && eventStreamsPerAccount > eventStreams,
    sentence: ({ eventStreams, eventStreamsPerAccount }) =>
      `APP_EVENT_STREAMS_PER_ACCOUNT is ${eventStreamsPerAccount} and APP_EVENT_STREAMS ${eventStreams}: one account can take all streams.`,
  },
  {
    applies: ({ sessionsPerAccount, sessionsTotal, workers }) => sessionsPerAccount > sessionsTotal / workers,
    sentence: ({ sessionsPerAccount, sessionsTotal, workers }) =>
      `APP_SESSIONS_PER_ACCOUNT is ${sessionsPerAccount}, and one process has ${Math.floor(sessionsTotal / workers)} sessions (APP_SESSIONS_TOTAL divided by APP_WORKERS): one account can take all of them.`,
  },
  {
    applies: ({ requestTimeoutSeconds, stopTimeoutSeconds }) => requestTimeoutSeconds > stopTimeoutSeconds,
    sentence: ({ requestTimeoutSeconds, stopTimeoutSeconds }) =>
      `APP_REQUEST_TIMEOUT_SECONDS is ${requestTimeoutSeconds} and APP_STOP_TIMEOUT_SECONDS ${stopTimeoutSeconds}: a stop cuts requests off that may still take their time.`,
  },
  {
    applies: ({ appUrl, port }) => isLoopback(new URL(appUrl).hostname) && hasOtherPort(appUrl, port),
    sentence: ({ appUrl, port }) =>
      `APP_URL is ${appUrl} and PORT ${port}: the links in answers lead nowhere, unless a proxy listens there. Remove APP_URL to have links follow each request.`,
  },
  {
    applies: ({ appUrl, trustedProxies }) => appUrl.startsWith('https:') && trustedProxies.length === 0,
    sentence: () =>
      'APP_URL begins with https, so a proxy stands in front, and APP_TRUST_PROXY is empty: all clients share the limits of one client.',
  },
  {
    applies: ({ authProvider, mailHostsAllow, mailHostsOnly }) =>
      authProvider === 'single-imap-user' && mailHostsAllow.length + mailHostsOnly.length > 0,
    sentence: () =>
      'APP_MAIL_HOSTS_ALLOW and APP_MAIL_HOSTS_ONLY have no effect with AUTH_PROVIDER=single-imap-user: clients name no mail servers.',
  },
];

function hasDefaults({ eventStreams, sessionsTotal }: Settings): boolean {
  return (
    eventStreams === settingRows.eventStreams.default && sessionsTotal === settingRows.sessionsTotal.default
  );
}

/** False for the default address and port 0. */
function hasOtherPort(appUrl: string, port: number): boolean {
  if (appUrl === settingRows.appUrl.default || port === 0) return false;
  const url = new URL(appUrl);
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80)) !== port;
}
