/** A signed-in connection with the mailbox that it has open; the unit that the pool lends out. */
import type { MailboxCounts } from '../../domain/mailbox.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { CommandRunner } from './commands/command-runner.ts';
import { type OpenedMailbox, type OpenMode, openMailbox } from './commands/open-mailbox.ts';
import { status } from './commands/status.ts';
import type { ImapCommand, ImapConnection, TaggedResponse } from './imap-connection.ts';
import { responseCode, toCommandError } from './imap-errors.ts';

/** Answers after which what is open is opened anew (RFC 5530). */
const BROKEN = new Set(['SERVERBUG', 'CORRUPTION']);

/** One request at a time uses a session. Its methods throw MailError or ConnectionLost. */
export class ImapSession implements CommandRunner {
  readonly #connection: ImapConnection;
  #opened: OpenedMailbox | null = null;
  /** The counts of the open mailbox, true until the server tells news. */
  #counts: MailboxCounts | null = null;

  constructor(connection: ImapConnection) {
    this.#connection = connection;
    connection.onMailboxNews(() => this.noteNews());
  }

  get capabilities(): ReadonlySet<string> {
    return this.#connection.capabilities;
  }

  /** The largest message that APPEND takes; undefined where the server tells none. */
  get appendLimit(): number | undefined {
    return this.#connection.appendLimit;
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** The mailbox that is open, null before the first. */
  get opened(): OpenedMailbox | null {
    return this.#opened;
  }

  async run(command: ImapCommand, signal: AbortSignal): Promise<TaggedResponse> {
    try {
      return await this.#connection.run(command, signal);
    } catch (error) {
      // Dovecot answers so for ever once the open mailbox was deleted and made anew by another client.
      if (BROKEN.has(responseCode(error) ?? '')) this.#opened = null;
      throw toCommandError(error);
    }
  }

  /** Forgets the counts: the server told of a change that nobody asked for. */
  noteNews(): void {
    this.#counts = null;
  }

  /** Opens the mailbox for reading; costs nothing when it is open that way already. */
  examine(name: MailboxName, signal: AbortSignal): Promise<OpenedMailbox> {
    return this.#ensureOpen(name, 'EXAMINE', signal);
  }

  /** Opens the mailbox for changing it. */
  select(name: MailboxName, signal: AbortSignal): Promise<OpenedMailbox> {
    return this.#ensureOpen(name, 'SELECT', signal);
  }

  /** Opens the mailbox anew, so that what is known of it is true now. */
  async reopen(name: MailboxName, mode: OpenMode, signal: AbortSignal): Promise<OpenedMailbox> {
    // A failed EXAMINE or SELECT leaves no mailbox open (RFC 9051 §6.3.2).
    this.#opened = null;
    const opened = await openMailbox(this, { name, mode }, signal);
    // Opening itself tells EXISTS, which is no news.
    this.#counts = null;
    this.#opened = opened;
    return opened;
  }

  /** Opens the mailbox and gives its counts as they are now; one NOOP when it is open and nothing changed. */
  async countMessages(name: MailboxName, signal: AbortSignal): Promise<MailboxCounts> {
    if (this.#opened?.name === name && this.#opened.mode === 'EXAMINE') await this.catchUp(signal);
    const { uidValidity } = await this.examine(name, signal);
    const counts = this.#counts ?? (await status(this, name, signal));
    if (counts.uidValidity !== uidValidity) await this.reopen(name, 'EXAMINE', signal);
    this.#counts = counts;
    return counts;
  }

  /** Lets the server tell what happened in the open mailbox; nothing is sent when none is open. */
  async catchUp(signal: AbortSignal): Promise<void> {
    if (this.#opened) await this.run({ name: 'NOOP', arguments: [] }, signal);
  }

  logout(): Promise<void> {
    return this.#connection.logout();
  }

  destroy(): void {
    this.#connection.destroy();
  }

  async #ensureOpen(name: MailboxName, mode: OpenMode, signal: AbortSignal): Promise<OpenedMailbox> {
    const opened = this.#opened;
    return opened?.name === name && opened.mode === mode ? opened : this.reopen(name, mode, signal);
  }
}
