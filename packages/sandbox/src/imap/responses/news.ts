import type { Session } from '../session/session.ts';
import { meetStrikingFaults, strikingFaults } from '../session/session-faults.ts';
import { queueUpdates } from './updates.ts';

/** The reporting command. */
export interface NewsOptions {
  readonly command: 'IDLE' | 'NOTIFY';
  readonly mayExpunge: boolean;
}

/** Sends changes now, unless a fault holds them back. */
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
  // The changing session must not wait for slow notifications.
  void meetStrikingFaults(session, faults).then(send, () => undefined);
}
