/** APPEND (RFC 3501 §6.3.11, APPENDUID of RFC 4315). */
import { MessageContent } from '../../message/message-content.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { parseDateTime } from '../wire/date-time.ts';
import { refuse } from '../wire/refusal.ts';
import type { Command } from './command.ts';
import { readMailboxName } from './mailbox-argument.ts';
import { checkFlags } from './store.ts';

/** Stores a message at the end of a mailbox and tells its uid. */
export const append: Command = {
  state: 'authenticated',
  handle: ({ session, args }) => {
    args.space();
    const name = readMailboxName(args);
    args.space();
    const flags = readFlags(args);
    const internalDate = readInternalDate(args) ?? session.server.clock();
    const content = new MessageContent(args.literal());
    args.expectEnd();
    if (content.raw.length > (session.server.appendLimit ?? Number.POSITIVE_INFINITY)) {
      throw refuse('The message is too large', 'TOOBIG');
    }
    const mailbox = session.requireAccount().mailboxes.require(name, 'TRYCREATE');
    const [stored] = mailbox.append([{ content, flags, internalDate }]);
    const code = `APPENDUID ${mailbox.uidValidity} ${stored?.uid}`;
    return { text: 'Append completed', ...(session.has('UIDPLUS') ? { code } : {}) };
  },
};

function readFlags(args: ArgumentReader): readonly string[] {
  if (!args.isNext('(')) return [];
  const flags = args.list(() => args.flag());
  args.space();
  return checkFlags(flags);
}

function readInternalDate(args: ArgumentReader): Date | undefined {
  if (!args.isNext('"')) return undefined;
  const date = parseDateTime(args.string());
  args.space();
  return date;
}
