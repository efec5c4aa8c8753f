/** The record of what clients said, and counters of what happened. */

/** One IMAP command as the server read it. */
export interface RecordedCommand {
  /** The user who is logged in, or whom LOGIN names; undefined before. */
  readonly user: string | undefined;
  /** Connections are numbered from 1 in the order in which they were opened. */
  readonly connection: number;
  /** In upper case, with `UID` where it belongs: `UID FETCH`. */
  readonly name: string;
  /** The command without its tag; `{n}` stands for a literal, `***` for a password. */
  readonly line: string;
}

/** Totals since the server started. */
export interface Counters {
  readonly connectionsOpened: number;
  /** LOGIN and AUTHENTICATE, whether they succeeded or not. */
  readonly loginsTried: number;
  /** Octets that the IMAP server sent, before encryption. */
  readonly octetsSent: number;
}

/** Older commands are forgotten, so that a demo can run for weeks; tests stay far below. */
const MAX_RECORDED_COMMANDS = 10_000;

/** Collects commands and counts. */
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

  /** Counts a connection and gives it its number. */
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
    // Cut in bulk: to move all commands for each new one would take quadratic time.
    if (this.#commands.length >= 2 * MAX_RECORDED_COMMANDS) this.#commands.splice(0, MAX_RECORDED_COMMANDS);
  }

  /** Forgets the commands; the counters go on. */
  clear(): void {
    this.#commands.length = 0;
  }
}
