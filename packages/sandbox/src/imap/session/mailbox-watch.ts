import { ancestorsOf } from '../../mailbox/layout.ts';
import type { Mailbox } from '../../mailbox/mailbox.ts';
import type { MailboxTree } from '../../mailbox/mailbox-tree.ts';
import type { MailboxChange, MailboxTreeObserver, NameChange } from '../../mailbox/mailbox-tree-observer.ts';
import type { NewsKind } from '../../mailbox/mailbox-view.ts';
import { type EventGroup, isAboutSelected, type MailboxFilter, type NotifyEvent } from './event-group.ts';
import type { FetchItem } from './fetch-item.ts';

export type OtherNews =
  | { readonly kind: 'name'; readonly name: string; readonly oldName: string | undefined }
  | { readonly kind: 'mailbox'; readonly mailbox: Mailbox; readonly events: ReadonlySet<NotifyEvent> };

/** NOTIFY groups and their mailboxes. */
export interface MailboxWatchOptions {
  readonly tree: MailboxTree;
  readonly groups: readonly EventGroup[];
  readonly selectedMailbox: () => Mailbox | undefined;
  readonly isOwnChange: () => boolean;
  readonly onNews: () => void;
}

const CHANGE_EVENTS = {
  arrivals: 'MessageNew',
  expunges: 'MessageExpunge',
  flags: 'FlagChange',
  'uid-validity': 'FlagChange',
} as const satisfies Record<MailboxChange, NotifyEvent>;

/** Collects NOTIFY events (RFC 5465). Call `close` before replacing it. */
export class MailboxWatch implements MailboxTreeObserver {
  readonly selectedKinds: ReadonlySet<NewsKind>;
  /** Expunges are reported immediately. */
  readonly isImmediate: boolean;
  readonly fetchItems: readonly FetchItem[];
  readonly #options: MailboxWatchOptions;
  readonly #others: readonly EventGroup[];
  #names: OtherNews[] = [];
  #changes = new Map<Mailbox, Set<NotifyEvent>>();

  constructor(options: MailboxWatchOptions) {
    const selected = options.groups.find(isAboutSelected);
    this.#options = options;
    this.#others = options.groups.filter((group) => !isAboutSelected(group));
    this.selectedKinds = newsKinds(selected?.events ?? new Set());
    this.isImmediate = selected?.filter.kind === 'selected';
    this.fetchItems = selected?.fetchItems ?? [];
    options.tree.observe(this);
  }

  close(): void {
    this.#options.tree.unobserve(this);
  }

  watchedMailboxes(): readonly (OtherNews & { readonly kind: 'mailbox' })[] {
    const selected = this.#options.selectedMailbox();
    return [...this.#options.tree.mailboxes]
      .map((mailbox) => ({ kind: 'mailbox' as const, mailbox, events: this.#eventsOf(mailbox.name) }))
      .filter(({ mailbox, events }) => mailbox !== selected && newsKinds(events).size > 0);
  }

  takeNews(): readonly OtherNews[] {
    const changes = [...this.#changes].map(
      ([mailbox, events]): OtherNews => ({ kind: 'mailbox', mailbox, events }),
    );
    const news = [...this.#names, ...changes];
    this.#names = [];
    this.#changes.clear();
    return news;
  }

  mailboxChanged(mailbox: Mailbox, change: MailboxChange): void {
    const event = CHANGE_EVENTS[change];
    if (this.#options.isOwnChange() || mailbox === this.#options.selectedMailbox()) return;
    if (!this.#eventsOf(mailbox.name).has(event)) return;
    const events = this.#changes.get(mailbox) ?? new Set();
    this.#changes.set(mailbox, events.add(event));
    this.#options.onNews();
  }

  /** A change also affects the parent (RFC 5465 §5.4). */
  nameChanged(change: NameChange): void {
    const parent = ancestorsOf(change.name, this.#options.tree.layout).at(-1);
    this.#addName('MailboxName', change);
    if (change.oldName === undefined && parent !== undefined) this.#addName('MailboxName', { name: parent });
  }

  subscriptionChanged(name: string): void {
    this.#addName('SubscriptionChange', { name });
  }

  #addName(event: NotifyEvent, { name, oldName }: NameChange): void {
    if (this.#options.isOwnChange()) return;
    const names = oldName === undefined ? [name] : [name, oldName];
    if (!names.some((candidate) => this.#eventsOf(candidate).has(event))) return;
    this.#names.push({ kind: 'name', name, oldName });
    this.#options.onNews();
  }

  #eventsOf(name: string): ReadonlySet<NotifyEvent> {
    const matching = this.#others.filter(({ filter }) =>
      matchesFilter(filter, { name, tree: this.#options.tree }),
    );
    return new Set(matching.flatMap(({ events }) => [...events]));
  }
}

function newsKinds(events: ReadonlySet<NotifyEvent>): ReadonlySet<NewsKind> {
  const kinds = new Set<NewsKind>();
  if (events.has('MessageNew')) kinds.add('arrivals');
  if (events.has('MessageExpunge')) kinds.add('expunges');
  if (events.has('FlagChange')) kinds.add('flags');
  return kinds;
}

interface NameInTree {
  readonly name: string;
  readonly tree: MailboxTree;
}

function matchesFilter(filter: MailboxFilter, { name, tree }: NameInTree): boolean {
  switch (filter.kind) {
    case 'personal':
      return true;
    case 'inboxes':
      // Only INBOX receives deliveries.
      return name === 'INBOX';
    case 'subscribed':
      return tree.subscriptions.has(name);
    case 'mailboxes':
      return filter.names.some((wanted) => tree.canonical(wanted) === name);
    case 'subtree':
      return filter.names.some((wanted) => isAtOrBelow(tree.canonical(wanted), { name, tree }));
    default:
      return false;
  }
}

function isAtOrBelow(top: string, { name, tree }: NameInTree): boolean {
  return name === top || name.startsWith(top + tree.layout.delimiter);
}
