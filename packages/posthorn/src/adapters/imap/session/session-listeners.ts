/** Passes the events of a connection on to the meters and the session. */
import type { ConnectionListeners } from 'posthorn-imap';
import type { TrafficMeter } from '../../../application/ports/traffic-meter.ts';
import type { UnreadableAnswers } from '../../../application/ports/unreadable-answers.ts';
import type { ImapSession } from './imap-session.ts';

/** Who is notified of the events of a connection. */
export interface SessionListenersOptions {
  readonly trafficMeter: TrafficMeter;
  readonly unreadableAnswers: UnreadableAnswers;
}

/** Names of responses become labels of metrics, so a server must not be free to make them up. */
const KNOWN_RESPONSES: ReadonlySet<string> = new Set([
  ...['FETCH', 'SEARCH', 'SORT', 'ESEARCH', 'VANISHED', 'THREAD', 'LIST', 'LSUB', 'STATUS'],
  ...['CAPABILITY', 'ENABLED', 'FLAGS', 'NAMESPACE', 'ID', 'QUOTA', 'QUOTAROOT'],
]);

/** The listeners of one connection. Signing in is not counted: its `session` is set after that. */
export class SessionListeners implements ConnectionListeners {
  session: ImapSession | undefined;
  readonly onTraffic: NonNullable<ConnectionListeners['onTraffic']>;
  readonly onUntagged: NonNullable<ConnectionListeners['onUntagged']>;
  readonly onUnclaimed: NonNullable<ConnectionListeners['onUnclaimed']>;
  readonly onUnreadable: NonNullable<ConnectionListeners['onUnreadable']>;

  constructor({ trafficMeter, unreadableAnswers }: SessionListenersOptions) {
    let isFirst = true;
    this.onTraffic = ({ signal, ...traffic }) => {
      if (this.session) trafficMeter.add(signal, traffic);
    };
    this.onUntagged = (response) => this.session?.observe(response);
    this.onUnclaimed = (response) => this.session?.observeUnclaimed(response);
    this.onUnreadable = ({ name, reason }, { command }) => {
      this.session?.observeUnreadable();
      const response = name !== null && KNOWN_RESPONSES.has(name) ? name : 'unknown';
      unreadableAnswers.add({ response, command, reason, isFirst });
      isFirst = false;
    };
  }
}
