/** RFC 3501 §6.4.6, RFC 7162 §3.1.3. */
import { SYSTEM_FLAGS } from '../../mailbox/flags.ts';
import type { Mailbox } from '../../mailbox/mailbox.ts';
import { formatFlags } from '../responses/flag-lines.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { refuse, reject } from '../wire/refusal.ts';
import { formatSequenceSet } from '../wire/sequence-set.ts';
import type { Command, CommandResult, Invocation } from './command.ts';
import { expungeCode, type NumberedMessage, readMessageSet, resolveMessageSet } from './message-set.ts';

export const store: Command = {
  state: 'selected',
  keepsMessageNumbers: true,
  handle: (invocation): CommandResult => {
    const { session, args, isUid } = invocation;
    const view = session.requireView();
    args.space();
    const messages = resolveMessageSet(view, { text: readMessageSet(session, args), isUid });
    args.space();
    const unchangedSince = readUnchangedSince(session, args);
    const change = readChange(args);
    if (view.isReadOnly) throw refuse('The mailbox is read-only');

    const modified: NumberedMessage[] = [];
    for (const numbered of messages) {
      const { isExpunged, modSeq } = numbered.message;
      if (!isExpunged && modSeq > unchangedSince) modified.push(numbered);
      else applyChange(invocation, { numbered, change });
    }
    if (modified.length === 0) return { text: 'Store completed', code: expungeCode(messages) };
    const numbers = modified.map(({ number, message }) => (isUid ? message.uid : number));
    return { text: 'Conditional store failed', code: `MODIFIED ${formatSequenceSet(numbers)}` };
  },
};

/** Throws BAD for unstorable flags. */
export function checkFlags(flags: readonly string[]): readonly string[] {
  const isStorable = (flag: string) =>
    !flag.startsWith('\\') || SYSTEM_FLAGS.some((known) => known.toLowerCase() === flag.toLowerCase());
  const refused = flags.find((flag) => !isStorable(flag));
  if (refused !== undefined) throw reject(`Invalid system flag ${refused}`);
  return flags;
}

interface FlagChange {
  readonly mode: 'replace' | 'add' | 'remove';
  readonly isSilent: boolean;
  readonly flags: readonly string[];
}

const CHANGES: ReadonlyMap<string, Omit<FlagChange, 'flags'>> = new Map([
  ['FLAGS', { mode: 'replace', isSilent: false }],
  ['FLAGS.SILENT', { mode: 'replace', isSilent: true }],
  ['+FLAGS', { mode: 'add', isSilent: false }],
  ['+FLAGS.SILENT', { mode: 'add', isSilent: true }],
  ['-FLAGS', { mode: 'remove', isSilent: false }],
  ['-FLAGS.SILENT', { mode: 'remove', isSilent: true }],
]);

function readUnchangedSince(session: Session, args: ArgumentReader): number {
  if (!args.isNext('(')) return Number.POSITIVE_INFINITY;
  if (!session.has('CONDSTORE')) throw reject('Unknown STORE modifier');
  args.take('(UNCHANGEDSINCE ');
  const value = args.number();
  args.take(')');
  args.space();
  session.isCondstoreEnabled = true;
  return value;
}

function readChange(args: ArgumentReader): FlagChange {
  const change = CHANGES.get(args.keyword());
  if (change === undefined) throw reject('Unknown STORE item');
  args.space();
  const flags = args.isNext('(') ? args.list(() => args.flag()) : readBareFlags(args);
  args.expectEnd();
  return { ...change, flags: checkFlags(flags) };
}

function readBareFlags(args: ArgumentReader): readonly string[] {
  const flags = [args.flag()];
  while (args.tryTake(' ')) flags.push(args.flag());
  return flags;
}

interface MessageChange {
  readonly numbered: NumberedMessage;
  readonly change: FlagChange;
}

function applyChange({ session, isUid }: Invocation, { numbered, change }: MessageChange): void {
  const { number, message } = numbered;
  if (message.isExpunged) return;
  const view = session.requireView();
  view.mailbox.setFlags(message, changedFlags(view.mailbox, { numbered, change }));
  view.markAsTold(message);
  const items = [
    ...(isUid || session.tellsUids ? [`UID ${message.uid}`] : []),
    // Also after .SILENT (RFC 7162 §3.1.3).
    ...(session.isCondstoreEnabled ? [`MODSEQ (${message.modSeq})`] : []),
    ...(change.isSilent ? [] : [formatFlags(view, message)]),
  ];
  if (change.isSilent && !session.isCondstoreEnabled) return;
  session.untagged(`${number} FETCH (${items.join(' ')})`);
}

function changedFlags({ flagNames }: Mailbox, { numbered, change }: MessageChange): Iterable<string> {
  const { flags } = numbered.message;
  if (change.mode === 'replace') return change.flags;
  if (change.mode === 'add') return [...flags, ...change.flags];
  const removed = new Set(change.flags.map((flag) => flagNames.lookUp(flag)));
  return [...flags].filter((flag) => !removed.has(flag));
}
