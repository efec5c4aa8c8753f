/** RFC 5161. */
import type { Capability } from '../session/capabilities.ts';
import type { Session } from '../session/session.ts';
import type { Command } from './command.ts';

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
    [
      'UTF8=ACCEPT',
      {
        capability: 'UTF8=ACCEPT',
        enable: (session) => {
          session.isUtf8Enabled = true;
        },
      },
    ],
    [
      'IMAP4REV2',
      {
        capability: 'IMAP4rev2',
        enable: (session) => {
          session.isRev2Enabled = true;
        },
      },
    ],
  ]);

/** Unknown names are ignored. */
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
    const spelled = enabled.map((name) => EXTENSIONS.get(name)?.capability ?? name);
    session.untagged(['ENABLED', ...spelled].join(' '));
    return { text: 'Enabled' };
  },
};
