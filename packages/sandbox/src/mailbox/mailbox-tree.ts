import { ancestorsOf, isWithinLayout, type Layout } from './layout.ts';
import { Mailbox, type MailboxProperties } from './mailbox.ts';
import { MailboxError } from './mailbox-error.ts';
import type { MailboxChange, MailboxTreeObserver, NameChange } from './mailbox-tree-observer.ts';
import type { SpecialUse } from './special-use.ts';

/** Keeps matching cheap. */
const MAX_NAME_CHARACTERS = 1000;

/** A user's mailbox options. */
export interface MailboxTreeOptions {
  readonly layout: Layout;
  /** Ascends server-wide (RFC 3501 §2.3.1.1). */
  readonly nextUidValidity: () => number;
  readonly keepsKeywords: boolean;
  readonly maxExpungedUids: number;
  readonly makeMailbox?: ((properties: MailboxProperties) => Mailbox) | undefined;
}

/** \Noselect without a mailbox. */
export interface MailboxName {
  readonly name: string;
  readonly mailbox: Mailbox | undefined;
  readonly hasChildren: boolean;
  readonly isSubscribed: boolean;
}

/** RFC 3501 §6.3. INBOX always exists; names are decoded. */
export class MailboxTree {
  readonly layout: Layout;
  readonly #options: MailboxTreeOptions;
  readonly #mailboxes = new Map<string, Mailbox>();
  readonly #subscriptions = new Set<string>();
  readonly #observers = new Set<MailboxTreeObserver>();

  constructor(options: MailboxTreeOptions) {
    this.layout = options.layout;
    this.#options = options;
    this.create('INBOX');
    this.subscribe('INBOX');
  }

  get subscriptions(): ReadonlySet<string> {
    return this.#subscriptions;
  }

  get mailboxes(): Iterable<Mailbox> {
    return this.#mailboxes.values();
  }

  get(name: string): Mailbox | undefined {
    return this.#mailboxes.get(this.canonical(name));
  }

  /** Throws MailboxError with `code`. */
  require(name: string, code: 'NONEXISTENT' | 'TRYCREATE' = 'NONEXISTENT'): Mailbox {
    const mailbox = this.get(name);
    if (mailbox === undefined) throw new MailboxError(code, `Mailbox does not exist: ${name}`);
    return mailbox;
  }

  observe(observer: MailboxTreeObserver): void {
    this.#observers.add(observer);
  }

  unobserve(observer: MailboxTreeObserver): void {
    this.#observers.delete(observer);
  }

  /** Ignores a trailing delimiter (RFC 3501 §6.3.3). */
  create(name: string, specialUse?: SpecialUse): Mailbox {
    const mailbox = this.#add(this.#checkNew(name), specialUse);
    this.#tellName({ name: mailbox.name });
    return mailbox;
  }

  #add(canonical: string, specialUse?: SpecialUse): Mailbox {
    const { nextUidValidity, keepsKeywords, maxExpungedUids, makeMailbox } = this.#options;
    const uidValidity = nextUidValidity();
    const properties = { name: canonical, uidValidity, specialUse, keepsKeywords, maxExpungedUids };
    const mailbox = makeMailbox?.(properties) ?? new Mailbox(properties);
    this.#mailboxes.set(canonical, mailbox);
    mailbox.observe({
      messagesAppended: () => this.#tellChange(mailbox, 'arrivals'),
      messagesExpunged: () => this.#tellChange(mailbox, 'expunges'),
      flagsChanged: () => this.#tellChange(mailbox, 'flags'),
      uidValidityChanged: () => this.#tellChange(mailbox, 'uid-validity'),
    });
    return mailbox;
  }

  /** With children, the name stays as \Noselect. */
  delete(name: string): void {
    const mailbox = this.require(name);
    if (mailbox.name === 'INBOX') throw new MailboxError('CANNOT', 'INBOX cannot be deleted');
    this.#mailboxes.delete(mailbox.name);
    mailbox.expunge(() => true);
    this.#tellName({ name: mailbox.name });
  }

  /** Renames children too. Of INBOX only messages move (RFC 3501 §6.3.5). */
  rename(from: string, to: string): void {
    const source = this.canonical(from);
    const moved = [...this.#mailboxes.values()].filter((mailbox) => this.#isAtOrBelow(mailbox.name, source));
    if (moved.length === 0) throw new MailboxError('NONEXISTENT', `Mailbox does not exist: ${from}`);
    const target = this.#checkNew(to);
    if (source === 'INBOX') this.#moveInbox(target);
    else this.#move(moved, { source, target });
    this.#tellName({ name: target, oldName: source });
  }

  #move(
    moved: readonly Mailbox[],
    { source, target }: { readonly source: string; readonly target: string },
  ): void {
    if (this.#isAtOrBelow(target, source))
      throw new MailboxError('CANNOT', 'A mailbox cannot go into itself');
    for (const mailbox of moved) {
      this.#mailboxes.delete(mailbox.name);
      mailbox.name = target + mailbox.name.slice(source.length);
      this.#mailboxes.set(mailbox.name, mailbox);
    }
  }

  subscribe(name: string): void {
    const canonical = this.canonical(name);
    if (this.#subscriptions.has(canonical)) return;
    this.#subscriptions.add(canonical);
    for (const observer of this.#observers) observer.subscriptionChanged(canonical);
  }

  unsubscribe(name: string): void {
    const canonical = this.canonical(name);
    if (!this.#subscriptions.delete(canonical)) return;
    for (const observer of this.#observers) observer.subscriptionChanged(canonical);
  }

  names(): readonly MailboxName[] {
    const parents = new Set<string>();
    const names = new Set<string>();
    for (const name of this.#mailboxes.keys()) {
      for (const ancestor of ancestorsOf(name, this.layout)) {
        parents.add(ancestor);
        names.add(ancestor);
      }
      names.add(name);
    }
    return [...names].map((name) => ({
      name,
      mailbox: this.#mailboxes.get(name),
      hasChildren: parents.has(name),
      isSubscribed: this.#subscriptions.has(name),
    }));
  }

  /** Spells INBOX, also as first level (RFC 3501 §5.1). */
  canonical(name: string): string {
    const [first = ''] = name.split(this.layout.delimiter, 1);
    return first.toUpperCase() === 'INBOX' ? `INBOX${name.slice(first.length)}` : name;
  }

  #checkNew(name: string): string {
    const { delimiter } = this.layout;
    const canonical = this.canonical(name.endsWith(delimiter) ? name.slice(0, -delimiter.length) : name);
    const hasEmptyLevel = canonical.split(delimiter).includes('');
    if (hasEmptyLevel || canonical.length > MAX_NAME_CHARACTERS || !isWithinLayout(canonical, this.layout)) {
      throw new MailboxError('CANNOT', `Invalid mailbox name: ${name}`);
    }
    if (this.#mailboxes.has(canonical)) throw new MailboxError('ALREADYEXISTS', 'Mailbox already exists');
    return canonical;
  }

  #tellName(change: NameChange): void {
    for (const observer of this.#observers) observer.nameChanged(change);
  }

  #tellChange(mailbox: Mailbox, change: MailboxChange): void {
    if (this.#mailboxes.get(mailbox.name) !== mailbox) return;
    for (const observer of this.#observers) observer.mailboxChanged(mailbox, change);
  }

  #isAtOrBelow(name: string, ancestor: string): boolean {
    return name === ancestor || name.startsWith(ancestor + this.layout.delimiter);
  }

  #moveInbox(target: string): void {
    const inbox = this.require('INBOX');
    const mailbox = this.#add(target);
    mailbox.append(inbox.messages);
    inbox.expunge(() => true);
  }
}
