import type { ConnectionListeners } from 'posthorn-imap';
import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import type { ImapSession } from './imap-session.ts';

/** Fixed metric labels: servers could invent names. */
const KNOWN_RESPONSES: ReadonlySet<string> = new Set([
  ...['FETCH', 'SEARCH', 'SORT', 'ESEARCH', 'VANISHED', 'THREAD', 'LIST', 'LSUB', 'STATUS'],
  ...['CAPABILITY', 'ENABLED', 'FLAGS', 'NAMESPACE', 'ID', 'QUOTA', 'QUOTAROOT'],
]);

/** Passes events to telemetry and, after login, `session`. */
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
