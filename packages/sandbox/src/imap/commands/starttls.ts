import { reject } from '../wire/refusal.ts';
import type { Command } from './command.ts';

/** RFC 3501 §6.2.1. */
export const starttls: Command = {
  state: 'not-authenticated',
  capability: 'STARTTLS',
  handle: ({ session, args }) => {
    args.expectEnd();
    const { secureContext } = session.server;
    if (secureContext === undefined) throw reject('TLS is not available');
    if (session.connection.isEncrypted) throw reject('TLS is already active');
    return {
      text: 'Begin TLS negotiation now',
      afterAnswer: () => session.connection.startTls(secureContext),
    };
  },
};
