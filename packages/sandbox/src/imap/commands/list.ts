/** RFC 3501 §6.3.8, §6.3.9, RFC 5258, RFC 6154. */
import { ancestorsOf } from '../../mailbox/layout.ts';
import { matchesPattern } from '../../mailbox/mailbox-pattern.ts';
import type { MailboxName, MailboxTree } from '../../mailbox/mailbox-tree.ts';
import { fromOctets } from '../../octet-text.ts';
import { queueStatus } from '../responses/status-response.ts';
import { readMailboxPattern, wireMailboxName } from '../session/mailbox-name.ts';
import type { Session } from '../session/session.ts';
import { wireString } from '../wire/wire-text.ts';
import type { Command } from './command.ts';
import { type ListArguments, type ListReturn, readListArguments } from './list-arguments.ts';

export const list: Command = {
  state: 'authenticated',
  handle: ({ session, args }) => {
    const request = readListArguments(session, args);
    const tree = session.requireAccount().mailboxes;
    if (request.patterns.length === 1 && request.patterns[0] === '') {
      // RFC 3501 §6.3.8.
      session.untagged(`LIST (\\Noselect) ${wireString(tree.layout.delimiter)} ""`);
    } else {
      for (const entry of selectEntries(tree, request)) queueEntry(session, { request, entry });
    }
    return { text: 'List completed' };
  },
};

export const lsub: Command = {
  state: 'authenticated',
  handle: ({ session, args }) => {
    args.space();
    const reference = fromOctets(args.astring());
    args.space();
    const patterns = [readMailboxPattern(session, args)];
    args.expectEnd();
    for (const line of lsubLines(session, { reference, patterns })) session.untagged(`LSUB ${line}`);
    return { text: 'Lsub completed' };
  },
};

interface ListedName extends MailboxName {
  /** Only a name below is subscribed (RFC 5258 §3.5). */
  readonly isForChild: boolean;
}

function selectEntries(tree: MailboxTree, request: ListArguments): readonly ListedName[] {
  const isMatching = nameMatcher(tree, request);
  const names = request.selection.has('SUBSCRIBED') ? subscribedNames(tree, request) : plainNames(tree);
  return names.filter(({ name, mailbox }) => {
    const isWanted = !request.selection.has('SPECIAL-USE') || mailbox?.specialUse !== undefined;
    return isWanted && isMatching(name);
  });
}

function plainNames(tree: MailboxTree): readonly ListedName[] {
  return tree.names().map((entry) => ({ ...entry, isForChild: false }));
}

function subscribedNames(tree: MailboxTree, request: ListArguments): readonly ListedName[] {
  const known = new Map(tree.names().map((entry) => [entry.name, entry]));
  const describe = (name: string, isForChild: boolean): ListedName => {
    const entry = known.get(name);
    return entry === undefined
      ? { name, mailbox: undefined, hasChildren: isForChild, isSubscribed: !isForChild, isForChild }
      : { ...entry, isForChild };
  };
  const entries = new Map<string, ListedName>();
  for (const name of tree.subscriptions) entries.set(name, describe(name, false));
  if (!request.selection.has('RECURSIVEMATCH')) return [...entries.values()];
  for (const name of tree.subscriptions) {
    for (const ancestor of ancestorsOf(name, tree.layout)) {
      entries.set(ancestor, describe(ancestor, true));
    }
  }
  return [...entries.values()];
}

interface PatternRequest {
  readonly reference: string;
  readonly patterns: readonly string[];
}

function nameMatcher(tree: MailboxTree, request: PatternRequest): (name: string) => boolean {
  const { delimiter } = tree.layout;
  const patterns = request.patterns.map((pattern) => tree.canonical(request.reference + pattern));
  return (name) => patterns.some((pattern) => matchesPattern({ pattern, name, delimiter }));
}

interface Listing {
  readonly request: ListArguments;
  readonly entry: ListedName;
}

function queueEntry(session: Session, listing: Listing): void {
  const { request, entry } = listing;
  const { delimiter } = session.requireAccount().mailboxes.layout;
  const attributes = listAttributes(session, listing);
  const name = `${wireString(delimiter)} ${wireMailboxName(session, entry.name)}`;
  const childInfo = entry.isForChild ? ' ("CHILDINFO" ("SUBSCRIBED"))' : '';
  session.untagged(`LIST (${attributes.join(' ')}) ${name}${childInfo}`);
  if (entry.mailbox !== undefined && request.statusItems.length > 0) {
    queueStatus(session, { mailbox: entry.mailbox, items: request.statusItems });
  }
}

function listAttributes(session: Session, { request, entry }: Listing): readonly string[] {
  const { selection, returns } = request;
  const tellsSubscribed = selection.has('SUBSCRIBED') || returns?.has('SUBSCRIBED') === true;
  const tellsChildren = tells(returns, 'CHILDREN') && session.has('CHILDREN');
  const tellsUse = tells(returns, 'SPECIAL-USE') || selection.has('SPECIAL-USE');
  const use = tellsUse && session.has('SPECIAL-USE') ? entry.mailbox?.specialUse : undefined;
  const missing = returns === undefined ? '\\Noselect' : '\\NonExistent';
  return [
    ...(entry.mailbox === undefined ? [missing] : []),
    ...(tellsChildren ? [entry.hasChildren ? '\\HasChildren' : '\\HasNoChildren'] : []),
    ...(tellsSubscribed && entry.isSubscribed ? ['\\Subscribed'] : []),
    ...(use === undefined ? [] : [use]),
  ];
}

function tells(returns: ReadonlySet<ListReturn> | undefined, option: ListReturn): boolean {
  return returns === undefined || returns.has(option);
}

/** A `%` match's child is shown as that match. */
function lsubLines(session: Session, request: PatternRequest): readonly string[] {
  const tree = session.requireAccount().mailboxes;
  const isMatching = nameMatcher(tree, request);
  const lines = new Map<string, string>();
  for (const name of tree.subscriptions) {
    if (isMatching(name)) {
      lines.set(name, tree.get(name) === undefined ? '(\\Noselect)' : '()');
      continue;
    }
    const ancestor = ancestorsOf(name, tree.layout).findLast(isMatching);
    if (ancestor !== undefined && !lines.has(ancestor)) lines.set(ancestor, '(\\Noselect)');
  }
  const delimiter = wireString(tree.layout.delimiter);
  return [...lines].map(
    ([name, attributes]) => `${attributes} ${delimiter} ${wireMailboxName(session, name)}`,
  );
}
