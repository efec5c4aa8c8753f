/** RFC 3501 §6.1, RFC 2971, RFC 2342. */
import { encodeMailboxName } from '../../mailbox/mailbox-name-encoding.ts';
import { toOctets } from '../../octet-text.ts';
import { wireString, wireUtf8String } from '../wire/wire-text.ts';
import type { Command, CommandResult, Invocation } from './command.ts';

export const capability: Command = {
  state: 'any',
  handle: ({ session, args }) => {
    args.expectEnd();
    session.untagged(`CAPABILITY ${session.announcement()}`);
    return { text: 'Capability completed' };
  },
};

export const noop: Command = { state: 'any', handle: doNothing };

export const check: Command = { state: 'selected', handle: doNothing };

function doNothing({ args }: Invocation): CommandResult {
  args.expectEnd();
  return { text: 'Nothing to do' };
}

export const id: Command = {
  state: 'any',
  capability: 'ID',
  handle: ({ session, args }) => {
    args.space();
    if (!args.tryTake('NIL')) args.list(() => args.nstring());
    args.expectEnd();
    session.untagged(`ID ("name" ${wireString(session.server.announcement.serverName)})`);
    return { text: 'ID completed' };
  },
};

export const namespace: Command = {
  state: 'authenticated',
  capability: 'NAMESPACE',
  handle: ({ session, args }) => {
    args.expectEnd();
    const { prefix, delimiter } = session.requireAccount().mailboxes.layout;
    // Never an atom (RFC 2342 §6).
    const quotedPrefix = session.usesUtf8
      ? wireUtf8String(toOctets(prefix))
      : wireString(encodeMailboxName(prefix));
    const personal = `${quotedPrefix} ${wireString(delimiter)}`;
    session.untagged(`NAMESPACE ((${personal})) NIL NIL`);
    return { text: 'Namespace completed' };
  },
};

export const logout: Command = {
  state: 'any',
  handle: ({ session, args }) => {
    args.expectEnd();
    session.deselect();
    session.untagged('BYE Logging out');
    return { text: 'Logout completed', afterAnswer: () => session.connection.close() };
  },
};
