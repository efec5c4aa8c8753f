/** ENABLE (RFC 5161): extensions that a client must ask for before the server uses them. */
import type { Capability } from '../capabilities.ts';
import type { Session } from '../session.ts';
import type { Command } from './command.ts';

/** What can be enabled, by its name in upper case. */
const EXTENSIONS: ReadonlyMap<string, { readonly capability: Capability; enable(session: Session): void }> =
  new Map([
    [
      'CONDSTORE',
      {
        capability: 'CONDSTORE',
        enable: (session) => {
          session.isCondstoreEnabled = true;
        },
      },
    ],
    [
      'QRESYNC',
      {
        capability: 'QRESYNC',
        enable: (session) => {
          session.isCondstoreEnabled = true;
          session.isQresyncEnabled = true;
        },
      },
    ],
  ]);

/** Enables what is known and on; other names are passed over. */
export const enable: Command = {
  state: 'authenticated',
  capability: 'ENABLE',
  handle: ({ session, args }) => {
    const names = new Set<string>();
    do {
      args.space();
      names.add(args.keyword());
    } while (!args.isAtEnd);
    const enabled = [...names].filter((name) => {
      const extension = EXTENSIONS.get(name);
      if (extension === undefined || !session.has(extension.capability)) return false;
      extension.enable(session);
      return true;
    });
    session.untagged(['ENABLED', ...enabled].join(' '));
    return { text: 'Enabled' };
  },
};
