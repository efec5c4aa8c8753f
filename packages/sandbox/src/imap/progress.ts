import type { Invocation } from './commands/command.ts';
import { ConversationEnd } from './session/session-faults.ts';
import { wireString } from './wire/wire-text.ts';

/** Delays slow commands; reports INPROGRESS (RFC 9585). */
export async function makeProgress({ session, tag, name }: Invocation): Promise<void> {
  const slow = session.server.slowCommands.find(({ command }) => command.toUpperCase() === name);
  if (slow === undefined) return;
  const goal = slow.hasGoal === false ? 'NIL' : slow.steps;
  for (let step = 0; step < slow.steps; step++) {
    if (session.has('INPROGRESS')) {
      session.untagged(`OK [INPROGRESS (${wireString(tag)} ${step} ${goal})] Still at it`);
    }
    session.connection.flush();
    await session.connection.pause(slow.stepMs);
    if (session.connection.isClosed) throw new ConversationEnd();
  }
}
