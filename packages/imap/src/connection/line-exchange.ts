import type { ContinuationRequest } from '../responses/response.ts';
import type { Command } from './command.ts';

/** The exchange's view of a command. */
export interface LineSender {
  readonly command: Command;
  readonly isAbandoned: boolean;
  readonly isOver: boolean;
  write(octets: Uint8Array): boolean;
  reject(error: Error): void;
  letOthersFollow(): void;
  fail(error: Error): void;
}

/** Lines after the first: continuation answers and DONE (RFC 9051 §6.2.2, RFC 2177). */
export class LineExchange {
  readonly #sender: LineSender;
  #isOwed = false;
  #isAborted = false;
  isComplete = false;

  constructor(sender: LineSender) {
    this.#sender = sender;
  }

  get canAnswer(): boolean {
    return this.#sender.command.onContinuation !== undefined && !this.#isOwed;
  }

  /** Throws TypeError for a line break. */
  send(line: string): void {
    const { command, isOver } = this.#sender;
    if (isOver || this.#isAborted) return;
    if (/[\r\n\0]/.test(line)) throw new TypeError(`A line of ${command.name} has a line break.`);
    this.#isOwed = false;
    this.#sender.write(Buffer.from(`${line}\r\n`));
    if (command.endsWithLine !== true) return;
    this.isComplete = true;
    this.#sender.letOthersFollow();
  }

  /** Never rejects: errors become the command's outcome. */
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

  abort(): void {
    const { abortLine } = this.#sender.command;
    if (!this.#isOwed || abortLine === undefined) return;
    this.send(abortLine);
    this.#isAborted = true;
  }
}
