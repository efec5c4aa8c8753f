import type { Capability } from '../session/capabilities.ts';
import { reject } from '../wire/refusal.ts';
import type { Command } from './command.ts';
import type { NumberedMessage } from './message-set.ts';
import { findMessages, readCharset } from './search.ts';
import { SearchKeyReader } from './search-key.ts';
import { threadByReferences } from './thread-references.ts';
import { compareSent, formatThread, type ThreadedMessage, ThreadNode, toThreaded } from './thread-tree.ts';

interface Algorithm {
  readonly capability: Capability;
  readonly threadsOf: (messages: readonly ThreadedMessage[]) => readonly ThreadNode[];
}

const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ['ORDEREDSUBJECT', { capability: 'THREAD=ORDEREDSUBJECT', threadsOf: threadBySubject }],
  ['REFERENCES', { capability: 'THREAD=REFERENCES', threadsOf: threadByReferences }],
]);

/** RFC 5256. */
export const thread: Command = {
  state: 'selected',
  keepsMessageNumbers: true,
  handle: (invocation) => {
    const { session, args, isUid } = invocation;
    args.space();
    const algorithm = ALGORITHMS.get(args.keyword());
    if (algorithm === undefined || !session.has(algorithm.capability)) {
      throw reject('Unknown threading algorithm');
    }
    args.space();
    readCharset(invocation, undefined);
    args.space();
    const keys = new SearchKeyReader(session, args);
    const found = findMessages(session.requireView(), keys.readProgram());
    const toNumber = ({ number, message }: NumberedMessage) => (isUid ? message.uid : number);
    const threads = algorithm.threadsOf(toThreaded(found)).map((root) => formatThread(root, toNumber));
    session.untagged(threads.length === 0 ? 'THREAD' : `THREAD ${threads.join('')}`);
    return { text: 'Thread completed', keepsMessageNumbers: keys.usesNumbers };
  },
};

function threadBySubject(messages: readonly ThreadedMessage[]): readonly ThreadNode[] {
  const roots = new Map<string, ThreadNode>();
  for (const message of messages.toSorted(compareSent)) {
    const root = roots.get(message.subject);
    if (root === undefined) roots.set(message.subject, new ThreadNode(message));
    else root.adopt(new ThreadNode(message));
  }
  return [...roots.values()];
}
