/** The turns of sign-ins: a burst of them leaves the process time for those who are signed in. */
import { clientNetwork } from '../../domain/client-network.ts';
import { MailError } from '../../domain/mail-error.ts';
import { BoundedMap } from '../bounded-map.ts';

/** What is granted to sign-ins that wait for their turn. */
export interface SignInTurnLimits {
  /** How long two beginnings stand apart. */
  readonly turnMs: number;
  /** How many may wait at a time. */
  readonly maxWaiting: number;
}

/** Refusing a sign-in takes up to a millisecond, so that refusals take a fifth of the time of the process at most. */
const DEFAULT_SIGN_IN_TURNS: SignInTurnLimits = { turnMs: 5, maxWaiting: 2_000 };

const RETRY_AFTER_SECONDS = 5;
const MAX_FAILED_CLIENTS = 10_000;

interface Waiter {
  readonly begin: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** Clients in the order of their turns, each with at least one waiter. */
type Line = Map<string, Set<Waiter>>;

/**
 * Gives out turns, by clients: one with a thousand sign-ins waits a thousand turns, the next client one. Clients that have failed go behind
 * all others.
 */
export class SignInTurns {
  readonly #limits: SignInTurnLimits;
  readonly #firstLine: Line = new Map();
  readonly #lastLine: Line = new Map();
  readonly #failedClients = new BoundedMap<string, true>(MAX_FAILED_CLIENTS);
  #waiting = 0;
  #isResting = false;

  constructor(limits: SignInTurnLimits = DEFAULT_SIGN_IN_TURNS) {
    this.#limits = limits;
  }

  /**
   * Settles when the sign-in of the client with this address may begin; at once where none is known. Throws the reason of the signal, and MailError
   * `too-many-connections` for the client of which the most wait when too many do.
   */
  async take(address: string | undefined, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (address === undefined) return;
    if (!this.#isResting) this.#rest();
    else await this.#wait(clientNetwork(address), signal);
  }

  /** Moves the client behind those that have not failed, or back among them. */
  note(address: string | undefined, outcome: 'accepted' | 'failed'): void {
    if (address === undefined) return;
    const client = clientNetwork(address);
    if (outcome === 'failed') this.#failedClients.set(client, true);
    else this.#failedClients.delete(client);
  }

  #rest(): void {
    this.#isResting = true;
    setTimeout(() => this.#giveTurn(), this.#limits.turnMs);
  }

  #giveTurn(): void {
    this.#isResting = false;
    const line = this.#firstLine.size > 0 ? this.#firstLine : this.#lastLine;
    const [next] = line;
    if (next === undefined) return;
    const [client, waiters] = next;
    // After all others of the line, for its next turn.
    line.delete(client);
    line.set(client, waiters);
    const [first] = waiters;
    this.#rest();
    first?.begin();
  }

  #wait(client: string, signal: AbortSignal): Promise<void> {
    const line = this.#failedClients.get(client) ? this.#lastLine : this.#firstLine;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting -= 1;
        remove(line, { client, waiter });
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        begin: () => {
          leave();
          resolve();
        },
        refuse: (reason) => {
          leave();
          reject(reason);
        },
      };
      const onAbort = (): void => waiter.refuse(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      line.set(client, (line.get(client) ?? new Set()).add(waiter));
      this.#waiting += 1;
      if (this.#waiting > this.#limits.maxWaiting) this.#refuseOne();
    });
  }

  #refuseOne(): void {
    const all = [...this.#lastLine.values(), ...this.#firstLine.values()];
    const most = all.reduce((largest, waiters) => (waiters.size > largest.size ? waiters : largest));
    const detail = 'Too many sign-ins wait.';
    [...most]
      .at(-1)
      ?.refuse(new MailError('too-many-connections', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS }));
  }
}

function remove(line: Line, { client, waiter }: { readonly client: string; readonly waiter: Waiter }): void {
  const waiters = line.get(client);
  waiters?.delete(waiter);
  if (waiters?.size === 0) line.delete(client);
}
