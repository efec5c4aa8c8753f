import type { ContinuationRequest, UntaggedResponse } from '../responses/response.ts';
import type { AnnouncedLiteral, LiteralSink } from '../wire/literal-sink.ts';
import type { CommandInFlight } from './command-in-flight.ts';

/** Commands by tag, in sending order. */
export class CommandsInFlight implements Iterable<CommandInFlight> {
  readonly #byTag = new Map<string, CommandInFlight>();

  get size(): number {
    return this.#byTag.size;
  }

  get oldest(): CommandInFlight | undefined {
    return this.#byTag.values().next().value;
  }

  /** Untagged responses may be an aborted command's. */
  get hasAbandoned(): boolean {
    for (const running of this) if (running.isAbandoned) return true;
    return false;
  }

  [Symbol.iterator](): Iterator<CommandInFlight> {
    return this.#byTag.values();
  }

  /** Octets belong to no command: budgets add up. */
  add(running: CommandInFlight): void {
    for (const other of this) {
      other.allowFor(running);
      running.allowFor(other);
    }
    this.#byTag.set(running.tag, running);
  }

  get(tag: string): CommandInFlight | undefined {
    return this.#byTag.get(tag);
  }

  remove(running: CommandInFlight): void {
    this.#byTag.delete(running.tag);
  }

  clear(): readonly CommandInFlight[] {
    const exchanges = [...this];
    this.#byTag.clear();
    return exchanges;
  }

  countOctets(octets: number): void {
    if (this.oldest) this.oldest.receivedOctets += octets;
    for (const running of this) running.countOctets(octets);
  }

  /** False when that ended the connection. */
  countResponse(response: UntaggedResponse): boolean {
    const { size } = this;
    for (const running of this) running.countResponse(response.kind === 'list');
    return this.size === size;
  }

  offer(response: UntaggedResponse): boolean {
    for (const running of this) if (running.offer(response)) return true;
    return false;
  }

  continue(request: ContinuationRequest): boolean {
    for (const running of this) if (running.continue(request)) return true;
    return false;
  }

  claimLiteral(literal: AnnouncedLiteral): LiteralSink | undefined {
    for (const running of this) {
      const sink = running.claimLiteral(literal);
      if (sink) return sink;
    }
    return undefined;
  }

  setStalled(isStalled: boolean): void {
    for (const running of this) {
      if (isStalled) running.pauseClocks();
      else running.resumeClocks();
    }
  }
}
