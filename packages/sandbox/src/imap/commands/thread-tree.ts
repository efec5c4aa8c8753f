import { baseSubject } from '../../message/base-subject.ts';
import type { NumberedMessage } from './message-set.ts';
import { messageSubject, sentTime } from './sort-order.ts';

/** A message and its sort values. */
export interface ThreadedMessage extends NumberedMessage {
  readonly sentMs: number;
  readonly subject: string;
  readonly isReplyOrForward: boolean;
}

/** A dummy has no message. */
export class ThreadNode {
  readonly message: ThreadedMessage | undefined;
  parent: ThreadNode | undefined;
  children: ThreadNode[] = [];

  constructor(message?: ThreadedMessage) {
    this.message = message;
  }

  get firstMessage(): ThreadedMessage | undefined {
    return this.message ?? this.children[0]?.message;
  }

  /** The caller rules out loops. */
  adopt(child: ThreadNode): void {
    child.parent = this;
    this.children.push(child);
  }
}

/** In the given order. */
export function toThreaded(messages: readonly NumberedMessage[]): readonly ThreadedMessage[] {
  return messages.map((numbered) => {
    const { text, isReplyOrForward } = baseSubject(messageSubject(numbered.message));
    return { ...numbered, sentMs: sentTime(numbered.message), subject: text, isReplyOrForward };
  });
}

/** By sent date, then number (RFC 5256 §2.2). */
export function compareSent(a: ThreadedMessage, b: ThreadedMessage): number {
  return a.sentMs - b.sentMs || a.number - b.number;
}

/** Dummies sort by their first child. */
export function sortSiblings(siblings: ThreadNode[]): void {
  siblings.sort((a, b) => {
    const [first, second] = [a.firstMessage, b.firstMessage];
    return first === undefined || second === undefined ? 0 : compareSent(first, second);
  });
}

/** Parents first. No recursion: threads may be thousands deep. */
export function nodesOf(roots: readonly ThreadNode[]): readonly ThreadNode[] {
  const nodes: ThreadNode[] = [];
  const pending = [...roots];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes.push(node);
    for (const child of node.children) pending.push(child);
  }
  return nodes;
}

/** `(3 6 (4 23)(44 7 96))` (RFC 5256 §4). */
export function formatThread(root: ThreadNode, toNumber: (message: NumberedMessage) => number): string {
  const pieces: string[] = [];
  const pending: (ThreadNode | string)[] = [')', root, '('];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      pieces.push(next);
      continue;
    }
    const { message, children } = next;
    if (message !== undefined) pieces.push(String(toNumber(message)));
    const [only] = children;
    const isChain = message !== undefined && children.length === 1 && only !== undefined;
    if (isChain) pending.push(only);
    else for (const child of children.toReversed()) pending.push(')', child, '(');
    if (message !== undefined && children.length > 0) pending.push(' ');
  }
  return pieces.join('');
}
