import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import { flagChangeLine } from '../responses/flag-lines.ts';
import { queueVanishedEarlier } from '../responses/vanished.ts';
import type { Session } from '../session/session.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';
import { countNumbers, type NumberRange, numbersOf, parseFixedSet } from '../wire/sequence-set.ts';
import { messagesByUid } from './message-set.ts';

interface SequenceMatch {
  readonly numbers: readonly NumberRange[];
  readonly uids: readonly NumberRange[];
}

/** The client's state. */
export interface KnownState {
  readonly uidValidity: number;
  readonly modSeq: number;
  /** Undefined: all uids ever assigned. */
  readonly uids: readonly NumberRange[] | undefined;
  readonly match: SequenceMatch | undefined;
}

/** CONDSTORE and QRESYNC (RFC 7162 §3.1.8, §3.2.5). */
export interface SelectParameters {
  readonly usesCondstore: boolean;
  readonly known: KnownState | undefined;
}

/** `(CONDSTORE QRESYNC (...))`; disabled parameters are BAD. */
export function readSelectParameters(session: Session, args: ArgumentReader): SelectParameters {
  if (args.isAtEnd) return { usesCondstore: false, known: undefined };
  let known: KnownState | undefined;
  args.space();
  const names = args.list(() => {
    const name = args.keyword();
    if (name === 'QRESYNC' && session.isQresyncEnabled) known = readKnownState(args);
    else if (name !== 'CONDSTORE' || !session.has('CONDSTORE')) throw reject('Unknown SELECT parameter');
    return name;
  });
  args.expectEnd();
  return { usesCondstore: names.length > 0, known };
}

function readKnownState(args: ArgumentReader): KnownState {
  args.take(' (');
  const uidValidity = args.number();
  args.space();
  const modSeq = args.number();
  const uids = args.isNext(' (') || !args.tryTake(' ') ? undefined : parseFixedSet(args.sequenceSet());
  const match = args.tryTake(' (') ? readSequenceMatch(args) : undefined;
  args.take(')');
  return { uidValidity, modSeq, uids, match };
}

function readSequenceMatch(args: ArgumentReader): SequenceMatch {
  const numbers = parseFixedSet(args.sequenceSet());
  args.space();
  const uids = parseFixedSet(args.sequenceSet());
  args.take(')');
  if (countNumbers(numbers) !== countNumbers(uids)) throw reject('Invalid sequence match data');
  return { numbers, uids };
}

/** No changes under another UIDVALIDITY. */
export function queueChangesSince(session: Session, known: KnownState): void {
  const view = session.requireView();
  const { mailbox } = view;
  if (known.uidValidity !== mailbox.uidValidity) return;
  const among = known.uids ?? [{ from: 1, to: mailbox.uidNext - 1 }];
  queueVanishedEarlier(session, { since: known.modSeq, among, knownUpTo: matchedUid(view, known.match) });
  for (const { number, message } of messagesByUid(view, among)) {
    if (message.modSeq <= known.modSeq) continue;
    session.untagged(flagChangeLine(session, { view, number, message, withUid: true }));
  }
}

/** Numbers and uids agree up to this uid (RFC 7162 §3.2.5.2). */
function matchedUid(view: MailboxView, match: SequenceMatch | undefined): number {
  if (match === undefined) return 0;
  let matched = 0;
  const uids = numbersOf(match.uids);
  for (const number of numbersOf(match.numbers)) {
    const uid = uids.next().value;
    if (uid === undefined || view.messages[number - 1]?.uid !== uid) return matched;
    matched = uid;
  }
  return matched;
}
