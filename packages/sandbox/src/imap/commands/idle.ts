/** IDLE (RFC 2177): news is sent as it happens until the client says DONE. */
import type { Session } from '../session.ts';
import { ConversationEnd, meetStrikingFaults, strikingFaults } from '../session-faults.ts';
import { queueUpdates } from '../updates.ts';
import { reject } from '../wire/refusal.ts';
import type { Command } from './command.ts';

/** Waits for DONE; the news of the selected mailbox is told at once. */
export const idle: Command = {
  state: 'authenticated',
  capability: 'IDLE',
  handle: async ({ session, args }) => {
    args.expectEnd();
    session.connection.sendLine('+ idling');
    session.onIdleNews = () => tellNews(session);
    tellNews(session);
    try {
      const line = await session.connection.readLine();
      if (line === undefined) throw new ConversationEnd();
      if (line.toUpperCase() !== 'DONE') throw reject('Expected DONE');
    } finally {
      session.onIdleNews = undefined;
    }
    return { text: 'Idle completed' };
  },
};

function tellNews(session: Session): void {
  const faults = strikingFaults(session, { at: 'notification', command: 'IDLE' });
  if (faults.length === 0) {
    sendNews(session);
    return;
  }
  if (faults.some((fault) => fault.kind === 'silence')) return;
  // Whoever changed the mailbox does not wait for a slow notification.
  void meetStrikingFaults(session, faults).then(
    () => (session.onIdleNews === undefined ? undefined : sendNews(session)),
    () => undefined,
  );
}

function sendNews(session: Session): void {
  queueUpdates(session, { mayExpunge: true, withUids: false });
  session.connection.flush();
}
