/** Commands that wait to be sent, in their order, and which of them may be in flight together (RFC 9051 §5.5). */
import type { Command } from './command.ts';

type Concurrency = Command['concurrency'];

/** What the queue needs to know of a command. */
export interface Queued {
  readonly concurrency: Concurrency;
  readonly batch?: Command['batch'];
  readonly isAfterSelect?: Command['isAfterSelect'];
}

/** A queue of commands. It holds back a command that must not run at the same time as those in flight. */
export class CommandQueue<T extends Queued> {
  #waiting: T[] = [];

  add(command: T): void {
    this.#waiting.push(command);
  }

  /** Removes a command that is no longer to be sent. */
  remove(command: T): void {
    this.#waiting = this.#waiting.filter((other) => other !== command);
  }

  /** Takes the first command out, if it may be sent while the others are in flight. The others wait behind it. */
  next(inFlight: Iterable<Queued>): T | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    for (const other of inFlight) if (!mayMeet(first, other)) return undefined;
    return this.#waiting.shift();
  }

  /** Removes all commands, and returns them. */
  clear(): readonly T[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}

/** Whether the first may be sent while the other is in flight. */
function mayMeet(one: Queued, other: Queued): boolean {
  if (isBehind(one, other)) return true;
  if (isAlone(one) || isAlone(other)) return isIdBeside(one, other) || isIdBeside(other, one);
  if (one.concurrency === 'shared' || one.concurrency !== other.concurrency) return true;
  return one.batch !== undefined && one.batch === other.batch;
}

function isAlone({ concurrency }: Queued): boolean {
  return concurrency === 'alone' || concurrency === 'alone beside ID';
}

function isBehind(one: Queued, other: Queued): boolean {
  return one.isAfterSelect === true && !isAlone(one) && other.concurrency === 'alone beside ID';
}

function isIdBeside(id: Queued, other: Queued): boolean {
  return id.concurrency === 'one ID' && other.concurrency === 'alone beside ID';
}
