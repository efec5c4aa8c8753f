/** A signed-in connection with the mailbox that it has open; the unit that the pool lends out. */
import type { MailboxCounts } from '../../domain/mailbox.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { CommandRunner } from './commands/command-runner.ts';
import { type ExaminedMailbox, examine } from './commands/examine.ts';
import { status } from './commands/status.ts';
import type { ImapCommand, ImapConnection, TaggedResponse } from './imap-connection.ts';
import { toCommandError } from './imap-errors.ts';

/** One request at a time uses a session. Its methods throw MailError or ConnectionLost. */
export class ImapSession implements CommandRunner {
  readonly #connection: ImapConnection;
  #examined: ExaminedMailbox | null = null;
  /** The counts of the open mailbox, true until the server tells news. */
  #counts: MailboxCounts | null = null;

  constructor(connection: ImapConnection) {
    this.#connection = connection;
    connection.onMailboxNews(() => this.noteNews());
  }

  get capabilities(): ReadonlySet<string> {
    return this.#connection.capabilities;
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** The mailbox that is open for reading, null before the first. */
  get examined(): ExaminedMailbox | null {
    return this.#examined;
  }

  async run(command: ImapCommand, signal: AbortSignal): Promise<TaggedResponse> {
    try {
      return await this.#connection.run(command, signal);
    } catch (error) {
      throw toCommandError(error);
    }
  }

  /** Forgets the counts: the server told of a change that nobody asked for. */
  noteNews(): void {
    this.#counts = null;
  }

  /** Opens the mailbox for reading; costs nothing when it is open already. */
  async examine(name: MailboxName, signal: AbortSignal): Promise<ExaminedMailbox> {
    return this.#examined?.name === name ? this.#examined : this.#open(name, signal);
  }

  /** Opens the mailbox and gives its counts as they are now; one NOOP when it is open and nothing changed. */
  async countMessages(name: MailboxName, signal: AbortSignal): Promise<MailboxCounts> {
    if (this.#examined?.name === name) await this.catchUp(signal);
    const examined = await this.examine(name, signal);
    const counts = this.#counts ?? (await status(this, name, signal));
    if (counts.uidValidity !== examined.uidValidity) await this.#open(name, signal);
    this.#counts = counts;
    return counts;
  }

  /** Lets the server tell what happened in the open mailbox; nothing is sent when none is open. */
  async catchUp(signal: AbortSignal): Promise<void> {
    if (this.#examined) await this.run({ name: 'NOOP', arguments: [] }, signal);
  }

  logout(): Promise<void> {
    return this.#connection.logout();
  }

  destroy(): void {
    this.#connection.destroy();
  }

  async #open(name: MailboxName, signal: AbortSignal): Promise<ExaminedMailbox> {
    // A failed EXAMINE leaves no mailbox open (RFC 9051 §6.3.3).
    this.#examined = null;
    const examined = await examine(this, name, signal);
    // EXAMINE itself tells EXISTS, which is no news.
    this.#counts = null;
    this.#examined = examined;
    return examined;
  }
}
