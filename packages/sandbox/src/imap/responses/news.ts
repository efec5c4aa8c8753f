/** News: changes that are reported as they happen, in IDLE and between commands after NOTIFY. */
import type { Session } from '../session/session.ts';
import { meetStrikingFaults, strikingFaults } from '../session/session-faults.ts';
import { queueUpdates } from './updates.ts';

/** How news is reported. */
export interface NewsOptions {
  /** The command that asked for it, for the faults that strike it. */
  readonly command: 'IDLE' | 'NOTIFY';
  readonly mayExpunge: boolean;
}

/** Sends the news, unless a fault holds it back. */
export function tellNews(session: Session, { command, mayExpunge }: NewsOptions): void {
  const send = () => {
    if (command === 'IDLE' && session.onIdleNews === undefined) return;
    if (command === 'NOTIFY' && session.isInCommand) return;
    queueUpdates(session, { mayExpunge, withUids: false });
    session.connection.flush();
  };
  const faults = strikingFaults(session, { at: 'notification', command });
  if (faults.length === 0) {
    send();
    return;
  }
  if (faults.some((fault) => fault.kind === 'silence')) return;
  // The session that changed the mailbox does not wait for a slow notification.
  void meetStrikingFaults(session, faults).then(send, () => undefined);
}
