/** The lines that a command sends after its first: answers to continuation requests, and DONE (RFC 9051 §6.2.2, RFC 2177). */
import type { ContinuationRequest } from '../responses/response.ts';
import type { Command } from './command.ts';

/** What the lines of a command need of it. */
export interface LineSender {
  readonly command: Command;
  readonly isAbandoned: boolean;
  readonly isOver: boolean;
  write(octets: Uint8Array): boolean;
  reject(error: Error): void;
  fail(error: Error): void;
}

/** The further lines of one command. */
export class LineExchange {
  readonly #sender: LineSender;
  /** The server waits for a line. */
  #isOwed = false;
  #isAborted = false;

  constructor(sender: LineSender) {
    this.#sender = sender;
  }

  /** True when the command can answer a continuation request. */
  get canAnswer(): boolean {
    return this.#sender.command.onContinuation !== undefined && !this.#isOwed;
  }

  /** Sends one line; nothing once the command is over or was ended early. Throws TypeError for more than one. */
  send(line: string): void {
    const { command, isOver } = this.#sender;
    if (isOver || this.#isAborted) return;
    if (/[\r\n\0]/.test(line)) throw new TypeError(`A line of ${command.name} has a line break.`);
    this.#isOwed = false;
    this.#sender.write(Buffer.from(`${line}\r\n`));
  }

  /** Sends what the command answers. Never rejects: what the command throws becomes its outcome. */
  async answer(request: ContinuationRequest): Promise<void> {
    const sender = this.#sender;
    this.#isOwed = true;
    if (sender.isAbandoned) return this.abort();
    try {
      const line = await sender.command.onContinuation?.(request);
      if (this.#isOwed && line !== undefined) this.send(line);
    } catch (error) {
      if (sender.isOver) return;
      sender.reject(error as Error);
      if (sender.command.abortLine === undefined) sender.fail(error as Error);
      else this.abort();
    }
  }

  /** Ends the command early, where the server waits for a line. */
  abort(): void {
    const { abortLine } = this.#sender.command;
    if (!this.#isOwed || abortLine === undefined) return;
    this.send(abortLine);
    this.#isAborted = true;
  }
}
