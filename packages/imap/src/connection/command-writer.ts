import { DeadlineExceeded, LiteralFailed } from '../errors.ts';
import type { Literal, OctetSource } from '../wire/command-part.ts';
import type { CommandInFlight } from './command-in-flight.ts';
import { isUnasked } from './literal-permission.ts';
import { startTimer } from './settle-within.ts';

/** The writer's view of the connection. */
export interface WriterTarget {
  readonly capabilities: ReadonlySet<string>;
  readonly continuationMs: number;
  readonly isClosed: boolean;
  /** Resolves once the buffer is empty or the connection ended. */
  drained(): Promise<void>;
}

/** Sends a command with its literals (RFC 9051 §4.3). */
export class CommandWriter {
  readonly #running: CommandInFlight;
  readonly #target: WriterTarget;
  #pending: Uint8Array[] = [];

  constructor(running: CommandInFlight, target: WriterTarget) {
    this.#running = running;
    this.#target = target;
  }

  /** Synchronous unless a literal waits. Close the connection after LiteralFailed. */
  async write(): Promise<void> {
    this.#add(`${this.#running.tag} `);
    for (const part of this.#running.command.parts) {
      if (typeof part === 'string') this.#add(part);
      else if (isUnasked(part, this.#target.capabilities)) {
        this.#add(`${part.isBinary ? '~' : ''}{${part.literal.length}+}\r\n`);
        if (part.literal instanceof Uint8Array) this.#pending.push(part.literal);
        else await this.#addSource(part.literal);
      } else if (!(await this.#sendLiteral(part))) return;
    }
    this.#add('\r\n');
    this.#flush();
    this.#running.endSending();
  }

  #add(text: string): void {
    this.#pending.push(Buffer.from(text));
  }

  #flush(): boolean {
    const octets = Buffer.concat(this.#pending);
    this.#pending = [];
    return this.#running.write(octets);
  }

  async #addSource(source: OctetSource): Promise<void> {
    for await (const chunk of wholeSource(source)) this.#pending.push(Buffer.from(chunk));
  }

  async #sendLiteral({ literal, isBinary = false }: Literal): Promise<boolean> {
    this.#add(`${isBinary ? '~' : ''}{${literal.length}}\r\n`);
    this.#flush();
    if (!(await this.#isAsked())) return false;
    if (literal instanceof Uint8Array) await this.#send(literal);
    else {
      for await (const chunk of wholeSource(literal)) {
        await this.#send(chunk);
        if (this.#target.isClosed) return false;
      }
    }
    return !this.#target.isClosed;
  }

  async #isAsked(): Promise<boolean> {
    const { continuationMs } = this.#target;
    const waitedFor = `the continuation request of ${this.#running.command.name}`;
    const deadline = startTimer(continuationMs, () => {
      this.#running.fail(new DeadlineExceeded(waitedFor, continuationMs));
    });
    const permission = await this.#running.permission();
    clearTimeout(deadline);
    return permission === 'granted';
  }

  async #send(octets: Uint8Array): Promise<void> {
    if (!this.#running.write(octets)) await this.#target.drained();
  }
}

/** Exactly the announced octets. Throws LiteralFailed. */
async function* wholeSource(source: OctetSource): AsyncGenerator<Uint8Array> {
  let octets = 0;
  try {
    for await (const chunk of source.read()) {
      octets += chunk.length;
      if (octets > source.length) throw new RangeError(`The source has more than ${source.length} octets.`);
      yield chunk;
    }
  } catch (cause) {
    throw new LiteralFailed(cause);
  }
  if (octets < source.length) {
    throw new LiteralFailed(new RangeError(`The source has ${octets} octets instead of ${source.length}.`));
  }
}
