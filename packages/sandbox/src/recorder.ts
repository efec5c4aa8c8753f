/** An IMAP command as read. */
export interface RecordedCommand {
  /** Logged in, or named by LOGIN. */
  readonly user: string | undefined;
  /** From 1. */
  readonly connection: number;
  /** Upper case: `UID FETCH`. */
  readonly name: string;
  /** Without tag; `{n}` is a literal, `***` a password. */
  readonly line: string;
}

/** Totals since the start. */
export interface Counters {
  readonly connectionsOpened: number;
  /** Successful or not. */
  readonly loginsTried: number;
  /** By IMAP, before encryption. */
  readonly octetsSent: number;
}

/** A demo can run for weeks. */
const MAX_RECORDED_COMMANDS = 10_000;

/** Commands and events. */
export class Recorder {
  readonly #commands: RecordedCommand[] = [];
  #connectionsOpened = 0;
  #loginsTried = 0;
  #octetsSent = 0;

  get commands(): readonly RecordedCommand[] {
    return this.#commands.slice(-MAX_RECORDED_COMMANDS);
  }

  get counters(): Counters {
    return {
      connectionsOpened: this.#connectionsOpened,
      loginsTried: this.#loginsTried,
      octetsSent: this.#octetsSent,
    };
  }

  openConnection(): number {
    this.#connectionsOpened += 1;
    return this.#connectionsOpened;
  }

  countLogin(): void {
    this.#loginsTried += 1;
  }

  countSent(octets: number): void {
    this.#octetsSent += octets;
  }

  record(command: RecordedCommand): void {
    this.#commands.push(command);
    // In bulk: single removals would take quadratic time.
    if (this.#commands.length >= 2 * MAX_RECORDED_COMMANDS) this.#commands.splice(0, MAX_RECORDED_COMMANDS);
  }

  clear(): void {
    this.#commands.length = 0;
  }
}
