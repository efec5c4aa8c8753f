/** RFC 3501 §6.4.7, RFC 6851, RFC 4315. */
import type { Mailbox, StoredMessage } from '../../mailbox/mailbox.ts';
import { queueUpdates } from '../responses/updates.ts';
import { readMailboxName } from '../session/mailbox-name.ts';
import { refuse } from '../wire/refusal.ts';
import { formatSequenceSet } from '../wire/sequence-set.ts';
import type { Command, CommandResult, Invocation } from './command.ts';
import { expungeMessages } from './expunge.ts';
import { expungeCode, readMessageSet, resolveMessageSet } from './message-set.ts';

export const copy: Command = {
  state: 'selected',
  handle: (invocation) => {
    const { code } = copyMessages(invocation);
    return { text: 'Copy completed', code };
  },
};

/** COPYUID precedes the EXPUNGEs (RFC 6851 §4.3). */
export const move: Command = {
  state: 'selected',
  capability: 'MOVE',
  handle: (invocation): CommandResult => {
    const { session, isUid } = invocation;
    const view = session.requireView();
    if (view.isReadOnly) throw refuse('The mailbox is read-only');
    const { code, messages } = copyMessages(invocation);
    if (code !== undefined) session.untagged(`OK [${code}] Moved`);
    const leaving = new Set(messages);
    const answerCode = expungeMessages(session, (message) => leaving.has(message));
    queueUpdates(session, { mayExpunge: true, withUids: isUid });
    return { text: 'Move completed', code: answerCode };
  },
};

interface Copies {
  readonly messages: readonly StoredMessage[];
  readonly code: string | undefined;
}

function copyMessages({ session, args, isUid }: Invocation): Copies {
  args.space();
  const text = readMessageSet(session, args);
  args.space();
  const name = readMailboxName(session, args);
  args.expectEnd();
  const named = resolveMessageSet(session.requireView(), { text, isUid });
  const messages = named.map(({ message }) => message);
  const target = session.requireAccount().mailboxes.require(name, 'TRYCREATE');
  const missing = expungeCode(named);
  if (missing !== undefined) throw refuse('Some of the messages no longer exist', missing);
  if (messages.length === 0) return { messages, code: undefined };
  const copies = target.append(messages);
  return { messages, code: session.has('UIDPLUS') ? copyUid(target, { messages, copies }) : undefined };
}

interface CopiedMessages {
  readonly messages: readonly StoredMessage[];
  readonly copies: readonly StoredMessage[];
}

function copyUid(target: Mailbox, { messages, copies }: CopiedMessages): string {
  const uids = (list: readonly StoredMessage[]) => formatSequenceSet(list.map(({ uid }) => uid));
  return `COPYUID ${target.uidValidity} ${uids(messages)} ${uids(copies)}`;
}
