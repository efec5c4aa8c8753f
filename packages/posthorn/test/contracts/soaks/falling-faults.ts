/** Faults of a mail server that strike by lot, here and there in all conversations. */
import type { Fault, Sandbox } from 'posthorn-sandbox';
import { pick } from '../../support/seeded-random.ts';

/** Faults that have not struck after so many later ones are taken away. */
const MAX_FAULTS = 20;
/** A fault strikes one of so many next places that fit it. */
const MAX_NTH = 30;
const POINTS = ['command-received', 'before-answer', 'after-answer', 'mid-literal'] as const;

/** Makes faults that strike once each. */
export class FallingFaults {
  readonly #sandbox: Sandbox;
  readonly #random: () => number;
  readonly #removals: (() => void)[] = [];

  constructor(sandbox: Sandbox, random: () => number) {
    this.#sandbox = sandbox;
    this.#random = random;
  }

  /** Switches one more on. */
  add(): void {
    this.#removals.push(this.#sandbox.faults.add(this.#make()));
    if (this.#removals.length > MAX_FAULTS) this.#removals.shift()?.();
  }

  #make(): Fault {
    const random = this.#random;
    const at = pick(POINTS, random);
    const nth = 1 + Math.floor(random() * MAX_NTH);
    const uid = 1 + Math.floor(random() * 10);
    return pick<Fault>(
      [
        { kind: 'drop', at, nth },
        { kind: 'drop', at: 'before-greeting', nth: 1 },
        { kind: 'freeze', at, nth },
        { kind: 'drip', at, nth, ms: 2 },
        { kind: 'delay', at, nth, ms: 100 },
        { kind: 'bye', at, nth, text: 'going down' },
        { kind: 'refuse', at: 'command-received', nth, status: 'NO', code: 'SERVERBUG' },
        { kind: 'garbage', at, nth, what: 'octets', seed: nth },
        { kind: 'garbage', at: 'before-answer', nth, what: 'wrong-tag' },
        { kind: 'garbage', at: 'before-answer', nth, what: 'unasked-uid', uid },
        { kind: 'wrong-uid', nth, uid },
        { kind: 'fetch-without-data', nth },
      ],
      random,
    );
  }
}
