/** RFC 3501 §6.3.11, RFC 4315, RFC 3502. */
import type { Mailbox, NewMessage, StoredMessage } from '../../mailbox/mailbox.ts';
import { readMailboxName } from '../session/mailbox-name.ts';
import type { Session } from '../session/session.ts';
import { refuse } from '../wire/refusal.ts';
import { formatSequenceSet } from '../wire/sequence-set.ts';
import { readAppendMessage } from './append-message.ts';
import type { Command, Invocation } from './command.ts';

export const append: Command = {
  state: 'authenticated',
  handle: (invocation) => {
    const { session, args } = invocation;
    args.space();
    const name = readMailboxName(session, args);
    const messages = readMessages(invocation);
    args.expectEnd();
    const mailbox = session.requireAccount().mailboxes.require(name, 'TRYCREATE');
    return {
      text: 'Append completed',
      code: appendUid(session, { mailbox, stored: mailbox.append(messages) }),
    };
  },
};

function readMessages({ session, args }: Invocation): readonly NewMessage[] {
  const messages = [readAppendMessage(session, args)];
  if (!session.has('MULTIAPPEND')) return messages;
  while (!args.isAtEnd) messages.push(readAppendMessage(session, args));
  // An empty message cancels (RFC 3502 §6.3.11).
  if (messages.some(({ content }) => content.raw.length === 0)) throw refuse('A message is empty');
  return messages;
}

/** Messages and their mailbox. */
export interface AppendedMessages {
  readonly mailbox: Mailbox;
  readonly stored: readonly StoredMessage[];
}

/** APPENDUID; undefined without UIDPLUS. */
export function appendUid(session: Session, { mailbox, stored }: AppendedMessages): string | undefined {
  if (!session.has('UIDPLUS')) return undefined;
  return `APPENDUID ${mailbox.uidValidity} ${formatSequenceSet(stored.map(({ uid }) => uid))}`;
}
