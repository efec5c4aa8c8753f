import type { Fault } from '../faults.ts';
import { toOctets } from '../octet-text.ts';
import type { Session } from './session/session.ts';
import { meetFaults, strikingFaults } from './session/session-faults.ts';

/** RFC 3501 §7.1. */
export async function greet(session: Session): Promise<void> {
  await meetFaults(session, { at: 'before-greeting' });
  const [fault] = strikingFaults(session, { at: 'greeting' });
  session.connection.sendLine(greetingLine(session, fault));
  await meetFaults(session, { at: 'after-greeting' });
}

function greetingLine(session: Session, fault: Fault | undefined): string {
  if (fault?.kind === 'greeting') return toOctets(fault.line);
  if (fault?.kind === 'preauth') session.account = session.server.accounts.get(fault.as);
  const condition = session.account === undefined ? 'OK' : 'PREAUTH';
  return `* ${condition} [CAPABILITY ${session.announcement()}] ${session.server.announcement.serverName} ready`;
}
