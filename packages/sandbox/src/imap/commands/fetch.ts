/** RFC 3501 §6.4.5. */
import type { Fault } from '../../faults.ts';
import type { StoredMessage } from '../../mailbox/mailbox.ts';
import type { MailboxView } from '../../mailbox/mailbox-view.ts';
import { fetchValues } from '../responses/fetch-values.ts';
import { queueVanishedEarlier } from '../responses/vanished.ts';
import type { FetchItem } from '../session/fetch-item.ts';
import type { Session } from '../session/session.ts';
import { ConversationEnd, meetFaults, strikingFaults } from '../session/session-faults.ts';
import type { WirePiece } from '../wire/wire-text.ts';
import type { Command } from './command.ts';
import { readFetchItems } from './fetch-items.ts';
import { readFetchModifiers } from './fetch-modifiers.ts';
import {
  expungeCode,
  type NumberedMessage,
  namedUids,
  readMessageSet,
  resolveMessageSet,
} from './message-set.ts';
import { sliceRange } from './partial-range.ts';

export const fetch: Command = {
  state: 'selected',
  keepsMessageNumbers: true,
  handle: async ({ session, args, isUid }) => {
    const view = session.requireView();
    args.space();
    const text = readMessageSet(session, args);
    const messages = resolveMessageSet(view, { text, isUid });
    args.space();
    const asked = readFetchItems(session, args);
    const { changedSince, wantsVanished, partial } = readFetchModifiers({ session, isUid }, args);

    const items = withImpliedItems(asked, { isUid, hasModSeq: changedSince !== undefined });
    const faults = strikingFaults(session, { at: 'fetch-answer', command: 'FETCH' });
    if (wantsVanished) {
      queueVanishedEarlier(session, { since: changedSince ?? 0, among: namedUids(view, text), knownUpTo: 0 });
    }
    const inRange = partial === undefined ? messages : sliceRange(messages, partial);
    const wanted = inRange.filter(({ message }) => message.modSeq > (changedSince ?? 0));
    if (!faults.some(({ kind }) => kind === 'fetch-without-data')) {
      await sendAnswers({ session, view, items, uid: wrongUid(faults) }, wanted);
    }
    return { text: 'Fetch completed', code: expungeCode(wanted) };
  },
};

function withImpliedItems(
  asked: readonly FetchItem[],
  implied: { readonly isUid: boolean; readonly hasModSeq: boolean },
): readonly FetchItem[] {
  const items = new Set<FetchItem>(implied.isUid ? ['UID', ...asked] : asked);
  if (implied.hasModSeq) items.add('MODSEQ');
  return [...items];
}

function wrongUid(faults: readonly Fault[]): number | undefined {
  for (const fault of faults) {
    if (fault.kind === 'wrong-uid') return fault.uid;
  }
  return undefined;
}

interface FetchAnswer {
  readonly session: Session;
  readonly view: MailboxView;
  readonly items: readonly FetchItem[];
  readonly uid: number | undefined;
}

async function sendAnswers(answer: FetchAnswer, messages: readonly NumberedMessage[]): Promise<void> {
  const { connection } = answer.session;
  for (const numbered of messages) {
    if (numbered.message.isExpunged) continue;
    await queueAnswer(answer, numbered);
    await connection.drained();
    if (connection.isClosed) throw new ConversationEnd();
  }
}

async function queueAnswer(answer: FetchAnswer, { number, message }: NumberedMessage): Promise<void> {
  const { session } = answer;
  const items = markSeen(answer, message);
  // Before sending: a refusal must not leave half an answer.
  const { quirks } = session.server;
  const values = fetchValues({ ...answer, message, items, quirks });
  session.connection.queue([`* ${number} FETCH (`]);
  for (const [index, pieces] of values.entries()) {
    if (index > 0) session.connection.queue([' ']);
    for (const piece of pieces) await queuePiece(session, piece);
  }
  session.connection.queue([')\r\n']);
}

function markSeen({ session, items, view }: FetchAnswer, message: StoredMessage): readonly FetchItem[] {
  const setsSeen = items.some((item) => typeof item !== 'string' && item.setsSeen);
  if (!setsSeen || view.isReadOnly || message.flags.has('\\Seen')) return items;
  view.mailbox.setFlags(message, [...message.flags, '\\Seen']);
  view.markAsTold(message);
  return [...new Set<FetchItem>([...items, ...flagItems(session)])];
}

function flagItems(session: Session): readonly FetchItem[] {
  return [
    ...(session.tellsUids ? ['UID' as const] : []),
    ...(session.isCondstoreEnabled ? ['MODSEQ' as const] : []),
    'FLAGS',
  ];
}

async function queuePiece(session: Session, piece: WirePiece): Promise<void> {
  if (typeof piece === 'string') {
    session.connection.queue([piece]);
    return;
  }
  const middle = piece.length >>> 1;
  session.connection.queue([piece.subarray(0, middle)]);
  await meetFaults(session, { at: 'mid-literal', command: 'FETCH' });
  session.connection.queue([piece.subarray(middle)]);
}
