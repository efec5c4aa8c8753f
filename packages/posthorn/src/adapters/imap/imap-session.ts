/** A signed-in connection with the mailbox that it has open; the unit that the pool lends out. */
import {
  type Command,
  type CommandRunner,
  type ImapConnection,
  noop,
  type SelectedMailbox,
  type TaggedResponse,
} from 'posthorn-imap';
import type { WholeMessageReader } from '../../application/ports/whole-message-reader.ts';
import type { WorkObserver } from '../../application/ports/work-observer.ts';
import type { MailboxCounts } from '../../domain/mailbox.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import { outcomeOfCommand, responseCode } from './imap-errors.ts';
import { countMailbox } from './mailbox-counts.ts';
import { type OpenedMailbox, openMailbox } from './open-mailbox.ts';

/** What a session is made of. */
export interface ImapSessionOptions {
  /** Signed in. */
  readonly connection: ImapConnection;
  /** Receives the names of commands without their arguments. */
  readonly workObserver: WorkObserver;
  readonly wholeMessages: WholeMessageReader;
}

/** Response codes after which the mailbox is selected again (RFC 5530). */
const BROKEN = new Set(['SERVERBUG', 'CORRUPTION']);

/** One request at a time uses a session. Its methods throw MailError, or what the connection throws. */
export class ImapSession implements CommandRunner {
  /** Reads blind messages. */
  readonly wholeMessages: WholeMessageReader;
  readonly #connection: ImapConnection;
  readonly #observer: WorkObserver;
  #opened: OpenedMailbox | null = null;
  /** The counts of the open mailbox; null after the server has reported a change. */
  #counts: MailboxCounts | null = null;

  constructor({ connection, workObserver, wholeMessages }: ImapSessionOptions) {
    this.#connection = connection;
    this.#observer = workObserver;
    this.wholeMessages = wholeMessages;
  }

  get capabilities(): ReadonlySet<string> {
    return this.#connection.capabilities;
  }

  get enabled(): ReadonlySet<string> {
    return this.#connection.enabled;
  }

  get bounds(): CommandRunner['bounds'] {
    return this.#connection.bounds;
  }

  get isEncrypted(): boolean {
    return this.#connection.isEncrypted;
  }

  get selected(): SelectedMailbox | null {
    return this.#connection.selected;
  }

  set selected(mailbox: SelectedMailbox | null) {
    this.#connection.selected = mailbox;
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** The mailbox that is open, null before the first. */
  get opened(): OpenedMailbox | null {
    return this.#opened;
  }

  async run(command: Command, signal: AbortSignal): Promise<TaggedResponse> {
    const end = this.#observer.begin({ kind: 'imap-command', name: command.name });
    try {
      const response = await this.#connection.run(command, signal);
      end('ok');
      return response;
    } catch (error) {
      end(outcomeOfCommand(error, signal));
      // Dovecot answers with this code forever once the open mailbox was deleted and re-created by another client.
      if (BROKEN.has(responseCode(error) ?? '')) this.#opened = null;
      throw error;
    }
  }

  /** Counts the open mailbox, whatever is known of it; null when none is open. Run a NOOP before. */
  async recount(signal: AbortSignal): Promise<MailboxCounts | null> {
    if (this.#opened === null) return null;
    this.#counts = await countMailbox(this, this.#opened.name, signal);
    return this.#counts;
  }

  /** Forgets the counts, after an unsolicited change or one by this session. */
  invalidateCounts(): void {
    this.#counts = null;
  }

  /** Opens the mailbox; costs nothing when it is open already. */
  async open(name: MailboxName, signal: AbortSignal): Promise<OpenedMailbox> {
    return this.#opened?.name === name ? this.#opened : this.reopen(name, signal);
  }

  /** Opens the mailbox again, so that everything known of it is current. */
  async reopen(name: MailboxName, signal: AbortSignal): Promise<OpenedMailbox> {
    // A failed SELECT leaves no mailbox open (RFC 9051 §6.3.2).
    this.#opened = null;
    const opened = await openMailbox(this, name, signal);
    this.#counts = null;
    this.#opened = opened;
    return opened;
  }

  /** Opens the mailbox and returns its current counts; costs one NOOP when it is open and nothing changed. */
  async countMessages(name: MailboxName, signal: AbortSignal): Promise<MailboxCounts> {
    if (this.#opened?.name === name) await this.poll(signal);
    const { uidValidity } = await this.open(name, signal);
    const counts = this.#counts ?? (await countMailbox(this, name, signal));
    if (counts.uidValidity !== uidValidity) await this.reopen(name, signal);
    this.#counts = counts;
    return counts;
  }

  /** Sends NOOP, so that the server reports changes of the open mailbox; sends nothing when none is open (RFC 9051 §6.1.2). */
  async poll(signal: AbortSignal): Promise<void> {
    if (this.#opened) await noop(this, signal);
  }

  logout(): Promise<void> {
    return this.#connection.logout();
  }

  destroy(): void {
    this.#connection.destroy();
  }
}
