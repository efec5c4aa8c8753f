/** A signed-in connection with the mailbox that it has open; the unit that the pool lends out. */
import {
  afterSelect,
  type Command,
  type CommandRunner,
  type ImapConnection,
  noop,
  type SelectedMailbox,
  type TaggedResponse,
  type UntaggedResponse,
} from 'posthorn-imap';
import type { WholeMessageReader } from '../../../application/ports/mail/whole-message-reader.ts';
import type { MailTelemetry } from '../../../application/ports/mail-telemetry.ts';
import type { MailboxCounts } from '../../../domain/mailbox.ts';
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { Uid } from '../../../domain/uid.ts';
import { isRefused, outcomeOfCommand, responseCode } from './imap-errors.ts';
import { countMailbox } from './mailbox-counts.ts';
import type { MailboxIndex } from './mailbox-index.ts';
import { type OpenedMailbox, openMailbox } from './open-mailbox.ts';
import { silentlyStored } from './silently-stored.ts';

/** What a session is made of. */
export interface ImapSessionOptions {
  /** Signed in. */
  readonly connection: ImapConnection;
  /** Receives the names of commands without their arguments. */
  readonly telemetry: MailTelemetry;
  readonly wholeMessages: WholeMessageReader;
}

/** What is asked while a mailbox is being opened. */
export interface MailboxOpening<Answer> {
  /** Called when the server has opened it, before any later response is read. */
  readonly onSelected: (uidValidity: number) => void;
  /** Sends commands by this runner without waiting for anything before. */
  readonly ask: (runner: CommandRunner) => Promise<Answer>;
}

/** Untagged responses that report changes of the open mailbox. */
const NEWS: ReadonlySet<string> = new Set(['exists', 'expunge', 'vanished', 'fetch']);
/** A mailbox that changes all the time is counted no more often than this for one request. */
const MAX_COUNTS = 3;

/** Response codes after which the mailbox is selected again (RFC 5530). */
const BROKEN = new Set(['SERVERBUG', 'CORRUPTION']);

/** One request at a time uses a session. Its methods throw MailError, or what the connection throws. */
export class ImapSession implements CommandRunner {
  /** Reads blind messages. */
  readonly wholeMessages: WholeMessageReader;
  readonly #connection: ImapConnection;
  readonly #telemetry: MailTelemetry;
  #opened: OpenedMailbox | null = null;
  /** The counts of the open mailbox; null after the server has reported a change. */
  #counts: MailboxCounts | null = null;
  /** How often the counts were invalidated. */
  #invalidations = 0;
  #index: MailboxIndex | null = null;
  #onSelected: ((uidValidity: number) => void) | undefined;
  /** The message of the open mailbox whose flags this session has changed last, and was told. */
  lastChanged: Uid | undefined;

  constructor({ connection, telemetry, wholeMessages }: ImapSessionOptions) {
    this.#connection = connection;
    this.#telemetry = telemetry;
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
    if (mailbox) this.#onSelected?.(mailbox.uidValidity);
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** The mailbox that is open, null before the first. */
  get opened(): OpenedMailbox | null {
    return this.#opened;
  }

  async run(command: Command, signal: AbortSignal): Promise<TaggedResponse> {
    const end = this.#telemetry.beginWork({ kind: 'imap-command', name: command.name });
    try {
      const response = await this.#connection.run(command, signal);
      end('ok');
      return response;
    } catch (error) {
      end(outcomeOfCommand(error, signal));
      // Dovecot answers with this code forever once the open mailbox was deleted and re-created by another client.
      if (BROKEN.has(responseCode(error) ?? '')) this.#leave();
      // The server may change flags after all, and need not say so.
      if (command.name.endsWith('STORE')) this.index?.unfollow();
      throw error;
    } finally {
      this.index?.endCommand();
      const stored = silentlyStored(command);
      if (stored) this.index?.forgetFlags(stored);
    }
  }

  /** The index that is kept current by this session; null when there is none for the open mailbox. */
  get index(): MailboxIndex | null {
    return this.#index?.isKeptBy(this) ? this.#index : null;
  }

  /** Keeps the index of the open mailbox current from now on; another session that did so does not any more. */
  keep(index: MailboxIndex): void {
    index.follow(this, this.selected?.exists ?? 0);
    this.#index = index;
  }

  /** To be called with each untagged response, in the order of arrival. */
  observe(response: UntaggedResponse): void {
    this.index?.observe(response);
  }

  /** To be called with each untagged response that no command has asked for. */
  observeUnclaimed({ kind }: UntaggedResponse): void {
    if (NEWS.has(kind)) this.invalidateCounts();
  }

  /** To be called where a response could not be read: it may have been a change of the open mailbox. */
  observeUnreadable(): void {
    this.index?.loseTrack();
    this.invalidateCounts();
  }

  /** Forgets the counts, after an unsolicited change or one by this session. */
  invalidateCounts(): void {
    this.#counts = null;
    this.#invalidations += 1;
  }

  /** Another number after each change of the open mailbox that this session was told of, or made itself. */
  get invalidations(): number {
    return this.#invalidations;
  }

  /** True when the counts are those of the open mailbox as this session was told. */
  get hasCounts(): boolean {
    return this.#counts !== null;
  }

  /** Opens the mailbox; costs nothing when it is open already. */
  async open(name: MailboxName, signal: AbortSignal): Promise<OpenedMailbox> {
    return this.#opened?.name === name ? this.#opened : this.reopen(name, signal);
  }

  /** Opens the mailbox again, so that everything known of it is current. */
  async reopen(name: MailboxName, signal: AbortSignal): Promise<OpenedMailbox> {
    // A failed SELECT leaves no mailbox open (RFC 9051 §6.3.2).
    this.#leave();
    const opened = await openMailbox(this, name, signal);
    this.#counts = null;
    this.#opened = opened;
    return opened;
  }

  /**
   * Opens the mailbox; its counts and what is asked after them are on their way in the same round trip. Undefined where the server has
   * refused any of that, or has told a change meanwhile: then it has to be asked again.
   */
  async openCounted<Answer>(
    name: MailboxName,
    { onSelected, ask }: MailboxOpening<Answer>,
    signal: AbortSignal,
  ): Promise<{ readonly counts: MailboxCounts; readonly answer: Answer } | undefined> {
    this.#leave();
    this.#counts = null;
    let before: number | undefined;
    this.#onSelected = (uidValidity) => {
      before = this.#invalidations;
      onSelected(uidValidity);
    };
    const opening = openMailbox(this, name, signal);
    const pipelined = afterSelect(this);
    const asking = Promise.all([
      countMailbox(pipelined, name, signal),
      noop(pipelined, signal),
      ask(pipelined),
    ])
      // A server that has refused the SELECT at first, and kept the mailbox before open, has answered about that one.
      .then(([counts, , answer]) => (before === undefined ? undefined : { counts, answer }))
      .catch(undefinedIfRefused);
    const [opened, asked] = await Promise.all([opening, asking]).finally(() => {
      this.#onSelected = undefined;
    });
    this.#opened = opened;
    if (before !== this.#invalidations || asked?.counts.uidValidity !== opened.uidValidity) return undefined;
    this.#counts = asked.counts;
    return asked;
  }

  /**
   * Opens the mailbox and returns its current counts; costs one NOOP when it is open and nothing changed. The session has been told of
   * every change that they count, unless the mailbox changes all the time.
   */
  async countMessages(name: MailboxName, signal: AbortSignal): Promise<MailboxCounts> {
    // Without counts they are asked for together with a NOOP.
    if (this.#opened?.name === name && this.#counts) await this.poll(signal);
    const { uidValidity } = await this.open(name, signal);
    const counts = this.#counts ?? (await this.#askCounts(name, signal));
    if (counts.uidValidity !== uidValidity) {
      await this.reopen(name, signal);
      return this.#askCounts(name, signal);
    }
    return counts;
  }

  /** A server may count what it has not told this session yet; so the counts are good when a NOOP after them tells nothing. */
  async #askCounts(name: MailboxName, signal: AbortSignal): Promise<MailboxCounts> {
    for (let attempt = 1; ; attempt += 1) {
      const before = this.#invalidations;
      const [counts] = await Promise.all([countMailbox(this, name, signal), this.poll(signal)]);
      const isCurrent = before === this.#invalidations;
      if (isCurrent) this.#counts = counts;
      if (isCurrent || attempt === MAX_COUNTS) return counts;
    }
  }

  /** No mailbox is open any more, or none that can be used. */
  #leave(): void {
    this.#opened = null;
    this.#index = null;
    this.lastChanged = undefined;
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

function undefinedIfRefused(error: unknown): undefined {
  if (!isRefused(error)) throw error;
}
