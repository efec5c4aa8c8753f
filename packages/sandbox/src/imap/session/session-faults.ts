import type { Fault, FaultMoment, GarbageFault } from '../../faults.ts';
import { toOctets } from '../../octet-text.ts';
import { randomOctets } from '../../random-octets.ts';
import { CommandRefusal } from '../wire/refusal.ts';
import { sendEndlessly } from './endless-answers.ts';
import type { Session } from './session.ts';

/** Ends the conversation from any depth. */
export class ConversationEnd extends Error {}

/** This session's faults now. */
export function strikingFaults(session: Session, moment: Omit<FaultMoment, 'user'>): readonly Fault[] {
  return session.server.faults.strikingAt({ ...moment, user: session.userName });
}

/** Throws ConversationEnd or CommandRefusal as faults demand. */
export async function meetFaults(session: Session, moment: Omit<FaultMoment, 'user'>): Promise<void> {
  await meetStrikingFaults(session, strikingFaults(session, moment));
}

/** Meets the faults in order. */
export async function meetStrikingFaults(session: Session, faults: readonly Fault[]): Promise<void> {
  for (const fault of faults) await meetFault(session, fault);
}

async function meetFault(session: Session, fault: Fault): Promise<void> {
  const { connection } = session;
  switch (fault.kind) {
    case 'drop':
      connection.close();
      throw new ConversationEnd();
    case 'bye':
      connection.sendLine(`* BYE ${toOctets(fault.text)}`);
      connection.close();
      throw new ConversationEnd();
    case 'delay':
      connection.flush();
      return connection.pause(fault.ms);
    case 'send':
      return connection.sendLine(toOctets(fault.line));
    case 'refuse':
      throw new CommandRefusal({
        ...fault,
        text: toOctets(fault.text ?? 'Refused by a fault of the sandbox'),
      });
    case 'new-uid-validity':
      return changeUidValidity(session, fault.mailbox);
    case 'freeze':
      await connection.freeze();
      throw new ConversationEnd();
    case 'drip':
      return connection.drip(fault.ms);
    case 'endless':
      await sendEndlessly(connection, fault);
      throw new ConversationEnd();
    case 'garbage':
      return sendGarbage(session, fault);
    default:
      return;
  }
}

function sendGarbage(session: Session, fault: GarbageFault): void {
  const { connection } = session;
  if (fault.what === 'wrong-tag') session.answersUnderWrongTag = true;
  if (fault.what === 'octets') connection.queue([randomOctets(fault)]);
  if (fault.what === 'unasked-uid') connection.sendLine(`* 1 FETCH (UID ${fault.uid} FLAGS (\\Deleted))`);
  connection.flush();
}

function changeUidValidity(session: Session, name: string): void {
  const mailbox = session.account?.mailboxes.get(name);
  if (mailbox !== undefined) mailbox.uidValidity = session.server.nextUidValidity();
}
