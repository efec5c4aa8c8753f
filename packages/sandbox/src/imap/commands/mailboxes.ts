/** RFC 3501 §6.3. */
import { parseSpecialUse, type SpecialUse } from '../../mailbox/special-use.ts';
import { readMailboxName } from '../session/mailbox-name.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { refuse, reject } from '../wire/refusal.ts';
import type { Command, Invocation } from './command.ts';

export const create: Command = {
  state: 'authenticated',
  handle: ({ session, args }) => {
    args.space();
    const name = readMailboxName(session, args);
    const specialUse = readSpecialUse(session, args);
    const mailbox = session.requireAccount().mailboxes.create(name, specialUse);
    const code = session.has('OBJECTID') ? `MAILBOXID (${mailbox.id})` : undefined;
    return { text: 'Create completed', code };
  },
};

export const deleteMailbox: Command = {
  state: 'authenticated',
  handle: (invocation) => {
    invocation.session.requireAccount().mailboxes.delete(onlyName(invocation));
    return { text: 'Delete completed' };
  },
};

export const rename: Command = {
  state: 'authenticated',
  handle: ({ session, args }) => {
    args.space();
    const from = readMailboxName(session, args);
    args.space();
    const to = readMailboxName(session, args);
    args.expectEnd();
    session.requireAccount().mailboxes.rename(from, to);
    return { text: 'Rename completed' };
  },
};

export const subscribe: Command = {
  state: 'authenticated',
  handle: (invocation) => {
    const { mailboxes } = invocation.session.requireAccount();
    mailboxes.subscribe(mailboxes.require(onlyName(invocation)).name);
    return { text: 'Subscribe completed' };
  },
};

export const unsubscribe: Command = {
  state: 'authenticated',
  handle: (invocation) => {
    invocation.session.requireAccount().mailboxes.unsubscribe(onlyName(invocation));
    return { text: 'Unsubscribe completed' };
  },
};

function onlyName({ session, args }: Invocation): string {
  args.space();
  const name = readMailboxName(session, args);
  args.expectEnd();
  return name;
}

/** `(USE (\Sent))` of RFC 6154 §3. */
function readSpecialUse(session: Session, args: ArgumentReader): SpecialUse | undefined {
  if (args.isAtEnd) return undefined;
  if (!session.has('CREATE-SPECIAL-USE')) throw reject('Unexpected extra arguments');
  args.space();
  args.take('(USE ');
  const [use, ...more] = args.list(() => args.flag());
  args.take(')');
  args.expectEnd();
  const specialUse = use === undefined ? undefined : parseSpecialUse(use);
  if (use !== undefined && (specialUse === undefined || more.length > 0)) {
    throw refuse('Unsupported special use', 'USEATTR');
  }
  return specialUse;
}
