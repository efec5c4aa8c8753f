import { tellNews } from '../responses/news.ts';
import { ConversationEnd } from '../session/session-faults.ts';
import { reject } from '../wire/refusal.ts';
import type { Command } from './command.ts';

/** RFC 2177. */
export const idle: Command = {
  state: 'authenticated',
  capability: 'IDLE',
  handle: async ({ session, args }) => {
    args.expectEnd();
    session.connection.sendLine('+ idling');
    session.onIdleNews = () => tellNews(session, { command: 'IDLE', mayExpunge: true });
    session.onIdleNews();
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
