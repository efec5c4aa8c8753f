import type { Command } from './command.ts';

type Concurrency = Command['concurrency'];

/** A queued command. */
export interface Queued {
  readonly concurrency: Concurrency;
  readonly batch?: Command['batch'];
  readonly isAfterSelect?: Command['isAfterSelect'];
}

/** FIFO: a waiting command blocks later ones. */
export class CommandQueue<T extends Queued> {
  #waiting: T[] = [];

  add(command: T): void {
    this.#waiting.push(command);
  }

  remove(command: T): void {
    this.#waiting = this.#waiting.filter((other) => other !== command);
  }

  next(inFlight: Iterable<Queued>): T | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    for (const other of inFlight) if (!mayMeet(first, other)) return undefined;
    return this.#waiting.shift();
  }

  clear(): readonly T[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}

/** May be in flight together. */
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
