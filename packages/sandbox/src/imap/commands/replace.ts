import { readMailboxName } from '../session/mailbox-name.ts';
import { refuse, reject } from '../wire/refusal.ts';
import { appendUid } from './append.ts';
import { readAppendMessage } from './append-message.ts';
import type { Command } from './command.ts';
import { expungeMessages } from './expunge.ts';
import { expungeCode, resolveMessageSet } from './message-set.ts';

const ONE_MESSAGE = /^(?:[1-9][0-9]*|\*)$/;

/** RFC 8508. */
export const replace: Command = {
  state: 'selected',
  capability: 'REPLACE',
  handle: ({ session, args, isUid }) => {
    const view = session.requireView();
    args.space();
    const text = args.sequenceSet();
    if (!ONE_MESSAGE.test(text)) throw reject('Expected one message');
    const named = resolveMessageSet(view, { text, isUid });
    args.space();
    const name = readMailboxName(session, args);
    const replacement = readAppendMessage(session, args);
    args.expectEnd();
    const [replaced] = named;
    if (replaced === undefined) throw refuse('There is no such message');
    if (replaced.message.isExpunged) throw refuse('The message no longer exists', expungeCode(named));
    if (view.isReadOnly) throw refuse('The mailbox is read-only');
    const mailbox = session.requireAccount().mailboxes.require(name, 'TRYCREATE');
    const stored = mailbox.append([replacement]);
    const appended = appendUid(session, { mailbox, stored });
    // Before EXPUNGE (RFC 8508 §4.3).
    if (appended !== undefined) session.untagged(`OK [${appended}] Replacement message ready`);
    const code = expungeMessages(session, (message) => message === replaced.message);
    return { text: 'Replace completed', code };
  },
};
