import { messageIdOf, referencesOf } from '../../message/message-ids.ts';
import { nodesOf, sortSiblings, type ThreadedMessage, ThreadNode } from './thread-tree.ts';

/** REFERENCES (RFC 5256 §3); `messages` ascend. */
export function threadByReferences(messages: readonly ThreadedMessage[]): readonly ThreadNode[] {
  const nodes = linkByReferences(messages);
  const roots = pruneDummies(nodes.filter(({ parent }) => parent === undefined));
  // Step 4; the merge depends on it.
  for (const root of roots) if (root.message === undefined) sortSiblings(root.children);
  sortSiblings(roots);
  const threads = [...gatherBySubject(roots)];
  // Deepest first: a dummy sorts by its first child.
  for (const node of nodesOf(threads).toReversed()) sortSiblings(node.children);
  sortSiblings(threads);
  return threads;
}

/** Step 1. */
function linkByReferences(messages: readonly ThreadedMessage[]): readonly ThreadNode[] {
  const byId = new Map<string, ThreadNode>();
  const nodes: ThreadNode[] = [];
  const create = (id: string | undefined, message?: ThreadedMessage): ThreadNode => {
    const node = new ThreadNode(message);
    nodes.push(node);
    // Duplicate ids are not reachable.
    if (id !== undefined && !byId.has(id)) byId.set(id, node);
    return node;
  };
  const own = messages.map((message) => create(messageIdOf(message.message.content.header), message));
  for (const node of own) {
    if (node.message === undefined) continue;
    const references = referencesOf(node.message.message.content.header);
    const ancestors = references.map((id) => byId.get(id) ?? create(id));
    for (const [index, ancestor] of ancestors.entries()) {
      const above = ancestors[index - 1];
      if (above !== undefined && ancestor.parent === undefined) link(above, ancestor);
    }
    const parent = ancestors.at(-1);
    unlink(node);
    if (parent !== undefined) link(parent, node);
  }
  return nodes;
}

/** Never makes a loop. */
function link(parent: ThreadNode, child: ThreadNode): void {
  for (let node: ThreadNode | undefined = parent; node !== undefined; node = node.parent) {
    if (node === child) return;
  }
  parent.adopt(child);
}

function unlink(node: ThreadNode): void {
  if (node.parent === undefined) return;
  node.parent.children = node.parent.children.filter((child) => child !== node);
  node.parent = undefined;
}

/** Step 3: children replace dummies; at the root, only a lone child. */
function pruneDummies(roots: readonly ThreadNode[]): ThreadNode[] {
  for (const node of nodesOf(roots).toReversed()) node.children = withoutDummies(node.children);
  return roots.flatMap((root) => {
    if (root.message !== undefined || root.children.length > 1) return [root];
    return root.children;
  });
}

function withoutDummies(siblings: readonly ThreadNode[]): ThreadNode[] {
  return siblings.flatMap((node) => (node.message === undefined ? node.children : [node]));
}

/** Step 5. */
function gatherBySubject(roots: readonly ThreadNode[]): ReadonlySet<ThreadNode> {
  const subjects = findSubjects(roots);
  const threads = new Set(roots);
  for (const root of roots) {
    const subject = root.firstMessage?.subject ?? '';
    const holder = subjects.get(subject);
    if (holder === undefined || holder === root) continue;
    const merged = merge(holder, root);
    threads.delete(root);
    if (merged === holder) continue;
    subjects.set(subject, merged);
    threads.delete(holder);
    threads.add(merged);
  }
  return threads;
}

function findSubjects(roots: readonly ThreadNode[]): Map<string, ThreadNode> {
  const subjects = new Map<string, ThreadNode>();
  for (const root of roots) {
    const subject = root.firstMessage?.subject ?? '';
    if (subject === '') continue;
    const holder = subjects.get(subject);
    if (holder === undefined || isBetterHolder(root, holder)) subjects.set(subject, root);
  }
  return subjects;
}

function isBetterHolder({ message }: ThreadNode, holder: ThreadNode): boolean {
  if (holder.message === undefined) return false;
  return message === undefined || (holder.message.isReplyOrForward && !message.isReplyOrForward);
}

function merge(holder: ThreadNode, thread: ThreadNode): ThreadNode {
  if (holder.message === undefined) {
    const added = thread.message === undefined ? thread.children : [thread];
    for (const child of added) holder.adopt(child);
    return holder;
  }
  if (thread.message?.isReplyOrForward === true && !holder.message.isReplyOrForward) {
    holder.adopt(thread);
    return holder;
  }
  const dummy = new ThreadNode();
  dummy.adopt(holder);
  dummy.adopt(thread);
  return dummy;
}
