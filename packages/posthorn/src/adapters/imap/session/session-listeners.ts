/** Passes the events of a connection on to the telemetry and the session. */
import type { ConnectionListeners } from 'posthorn-imap';
import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import type { ImapSession } from './imap-session.ts';

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

  constructor(telemetry: MailTelemetry) {
    let isFirst = true;
    this.onTraffic = (traffic) => {
      if (this.session) telemetry.addTraffic(traffic);
    };
    this.onUntagged = (response) => this.session?.observe(response);
    this.onUnclaimed = (response) => this.session?.observeUnclaimed(response);
    this.onUnreadable = ({ name, reason }, { command }) => {
      this.session?.observeUnreadable();
      const response = name !== null && KNOWN_RESPONSES.has(name) ? name : 'unknown';
      telemetry.addUnreadable({ response, command, reason, isFirst });
      isFirst = false;
    };
  }
}
