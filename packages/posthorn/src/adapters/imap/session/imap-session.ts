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
import type { MailboxCounts } from '../../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { isRefused, outcomeOfCommand, responseCode } from './imap-errors.ts';
import { countMailbox } from './mailbox-counts.ts';
import type { MailboxIndex } from './mailbox-index.ts';
import { type OpenedMailbox, openMailbox, withFlags } from './open-mailbox.ts';
import { silentlyStored } from './silently-stored.ts';

/** A session's parts. */
export interface ImapSessionOptions {
  /** Signed in. */
  readonly connection: ImapConnection;
  /** Gets no command arguments. */
  readonly telemetry: MailTelemetry;
  readonly wholeMessages: WholeMessageReader;
}

/** While a mailbox opens. */
export interface MailboxOpening<Answer> {
  /** Before any later response is read. */
  readonly onSelected: (uidValidity: number) => void;
  /** Pipelines its commands. */
  readonly ask: (runner: CommandRunner) => Promise<Answer>;
}

/** Reports between commands. Must not throw. */
export interface SessionNews {
  /** `selected`: the mailbox of the numbers. */
  add(response: UntaggedResponse, selected: MailboxName | null): void;
  /** The next reading includes all reports about it until now. */
  forget(mailbox: MailboxName | null): void;
}

const NEWS: ReadonlySet<string> = new Set(['exists', 'expunge', 'vanished', 'fetch']);
/** STATUS commands of one request. */
const MAX_COUNTS = 3;

/** They need a new SELECT (RFC 5530). */
const BROKEN = new Set(['SERVERBUG', 'CORRUPTION']);

/**
 * A signed-in connection with its mailbox, for one request at a time. Throws MailError or connection errors.
 */
export class ImapSession implements CommandRunner {
  readonly wholeMessages: WholeMessageReader;
  readonly #connection: ImapConnection;
  readonly #telemetry: MailTelemetry;
  /** The borrower's. */
  news: SessionNews | null = null;
  #opened: OpenedMailbox | null = null;
  #isReadOnly = false;
  /** Null after a reported change. */
  #counts: MailboxCounts | null = null;
  #invalidations = 0;
  #index: MailboxIndex | null = null;
  #onSelected: ((uidValidity: number) => void) | undefined;
  /** The last reported flag change. */
  lastChanged: Uid | undefined;
  /** Just stored by this session in its mailbox. */
  lastStored: { readonly uid: Uid; readonly structure: BodyPart } | undefined;

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
      // For a re-created mailbox, Dovecot repeats the code forever.
      if (BROKEN.has(responseCode(error) ?? '')) this.#leave();
      // A refused STORE may have changed flags.
      if (command.name.endsWith('STORE')) this.index?.unfollow();
      throw error;
    } finally {
      this.index?.endCommand();
      const stored = silentlyStored(command);
      if (stored) this.index?.forgetFlags(stored);
    }
  }

  /** Null if this session updates none. */
  get index(): MailboxIndex | null {
    return this.#index?.isKeptBy(this) ? this.#index : null;
  }

  /** This session now updates the index, not its former one. */
  keep(index: MailboxIndex): void {
    index.follow(this, this.selected?.exists ?? 0);
    this.#index = index;
  }

  drop(index: MailboxIndex): void {
    if (this.#index === index) this.#index = null;
  }

  /** For each untagged response, in order. */
  observe(response: UntaggedResponse): void {
    if (response.kind === 'flags' && this.#opened) this.#opened = withFlags(this.#opened, response.flags);
    this.index?.observe(response);
  }

  /** For each response outside commands. */
  observeUnclaimed(response: UntaggedResponse): void {
    if (NEWS.has(response.kind)) this.invalidateCounts();
    this.news?.add(response, this.#opened?.name ?? null);
  }

  observeUnreadable(): void {
    this.index?.loseTrack();
    this.invalidateCounts();
  }

  invalidateCounts(): void {
    this.#counts = null;
    this.#invalidations += 1;
  }

  /** Changes with each mailbox change, reported or own. */
  get invalidations(): number {
    return this.#invalidations;
  }

  get hasCounts(): boolean {
    return this.#counts !== null;
  }

  /** EXAMINE leaves \Recent to other sessions. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  /** A change leaves the mailbox. */
  set isReadOnly(isReadOnly: boolean) {
    if (this.#isReadOnly === isReadOnly) return;
    this.#isReadOnly = isReadOnly;
    this.#leave();
  }

  /** Sends nothing if open. */
  async open(name: MailboxName, signal: AbortSignal): Promise<OpenedMailbox> {
    return this.#opened?.name === name ? this.#opened : this.reopen(name, signal);
  }

  async reopen(name: MailboxName, signal: AbortSignal): Promise<OpenedMailbox> {
    // RFC 9051 §6.3.2: after a failed SELECT none is open.
    this.#leave();
    const opened = await openMailbox(this, { name, isReadOnly: this.#isReadOnly }, signal);
    this.#counts = null;
    this.#opened = opened;
    return opened;
  }

  /**
   * Opens the mailbox with counts and further commands in one round trip. Undefined after a refusal or
   * reported change: repeat them.
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
    const opening = openMailbox(this, { name, isReadOnly: this.#isReadOnly }, signal);
    const pipelined = afterSelect(this);
    const asking = Promise.all([
      countMailbox(pipelined, name, signal),
      noop(pipelined, signal),
      ask(pipelined),
    ])
      // After a refused SELECT they describe the previous mailbox.
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
   * Current counts; one NOOP if unchanged. All counted changes are reported, unless the mailbox changes
   * constantly.
   */
  async countMessages(name: MailboxName, signal: AbortSignal): Promise<MailboxCounts> {
    if (this.#opened?.name === name && this.#counts) await this.poll(signal);
    const { uidValidity } = await this.open(name, signal);
    const counts = this.#counts ?? (await this.#askCounts(name, signal));
    if (counts.uidValidity !== uidValidity) {
      await this.reopen(name, signal);
      return this.#askCounts(name, signal);
    }
    return counts;
  }

  /** Counts are valid if NOOP reports no change: servers may count unreported ones. */
  async #askCounts(name: MailboxName, signal: AbortSignal): Promise<MailboxCounts> {
    for (let attempt = 1; ; attempt += 1) {
      const before = this.#invalidations;
      const [counts] = await Promise.all([countMailbox(this, name, signal), this.poll(signal)]);
      const isCurrent = before === this.#invalidations;
      if (isCurrent) this.#counts = counts;
      if (isCurrent || attempt === MAX_COUNTS) return counts;
    }
  }

  #leave(): void {
    this.#opened = null;
    this.#index = null;
    this.lastChanged = undefined;
    this.lastStored = undefined;
  }

  /** NOOP if a mailbox is open. */
  async poll(signal: AbortSignal): Promise<void> {
    if (this.#opened === null) return;
    await noop(this, signal);
    this.news?.forget(this.#opened?.name ?? null);
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
