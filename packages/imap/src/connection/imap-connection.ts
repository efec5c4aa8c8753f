import type { TaggedResponse } from '../responses/response.ts';
import type { Bounds } from '../wire/bounds.ts';
import { askCapabilities } from './ask-capabilities.ts';
import type { Command, CommandRunner, SelectedMailbox } from './command.ts';
import type { Deadlines } from './connect-options.ts';
import type { Dialogue } from './dialogue.ts';
import { startTimer } from './settle-within.ts';

/** Parts of a connection. */
export interface ImapConnectionOptions {
  readonly dialogue: Dialogue;
  readonly bounds: Bounds;
  readonly deadlines: Deadlines;
  readonly isEncrypted: boolean;
}

/** A connection. Close it with `logout` or `destroy`. */
export class ImapConnection implements CommandRunner {
  readonly bounds: Bounds;
  readonly isEncrypted: boolean;
  readonly #dialogue: Dialogue;
  readonly #logoutMs: number;

  constructor({ dialogue, bounds, deadlines, isEncrypted }: ImapConnectionOptions) {
    this.bounds = bounds;
    this.isEncrypted = isEncrypted;
    this.#dialogue = dialogue;
    this.#logoutMs = deadlines.logoutMs;
  }

  get capabilities(): ReadonlySet<string> {
    return this.#dialogue.capabilities;
  }

  get enabled(): ReadonlySet<string> {
    return this.#dialogue.state.enabled;
  }

  get selected(): SelectedMailbox | null {
    return this.#dialogue.state.selected;
  }

  set selected(mailbox: SelectedMailbox | null) {
    this.#dialogue.state.selected = mailbox;
  }

  /** Also false after BYE. */
  get isOpen(): boolean {
    return this.#dialogue.isOpen;
  }

  get unreadableResponses(): number {
    return this.#dialogue.unreadableResponses;
  }

  async run(command: Command, signal: AbortSignal): Promise<TaggedResponse> {
    const response = await this.#dialogue.run(command, signal);
    if (command.authenticates) await this.#learnCapabilities(signal);
    return response;
  }

  async #learnCapabilities(signal: AbortSignal): Promise<void> {
    try {
      await askCapabilities(this.#dialogue, signal);
    } catch (error) {
      this.#dialogue.close(error as Error);
      throw error;
    }
  }

  /** Closes even without an answer. Never throws. */
  async logout(): Promise<void> {
    const giveUp = new AbortController();
    const timer = startTimer(this.#logoutMs, () => giveUp.abort());
    this.#dialogue.isLoggingOut = true;
    try {
      await this.#dialogue.run({ name: 'LOGOUT', parts: ['LOGOUT'], concurrency: 'alone' }, giveUp.signal);
    } catch {
    } finally {
      clearTimeout(timer);
      this.destroy();
    }
  }

  /** Commands reject with ConnectionClosed. */
  destroy(): void {
    this.#dialogue.close(undefined);
  }
}
