/** The uids that have left a mailbox, each with the mod-sequence of its leaving (RFC 7162 §3.2.7). */

/** Uids that left together. */
interface Expunge {
  readonly modSeq: number;
  readonly uids: readonly number[];
}

/** Remembers expunged uids up to a bound, the newest ones. */
export class ExpungeLog {
  readonly #maxUids: number;
  #expunges: Expunge[] = [];
  #uidCount = 0;
  /** The highest mod-sequence of which at least one uid is forgotten. */
  #forgottenModSeq = 0;

  constructor(maxUids: number) {
    this.#maxUids = maxUids;
  }

  /** Adds uids that left at `modSeq`, which is higher than all before. */
  add(expunge: Expunge): void {
    this.#expunges.push(expunge);
    this.#uidCount += expunge.uids.length;
    while (this.#uidCount > this.#maxUids) {
      const [oldest] = this.#expunges.splice(0, 1);
      if (oldest === undefined) return;
      this.#uidCount -= oldest.uids.length;
      this.#forgottenModSeq = oldest.modSeq;
    }
  }

  /** The uids that left after `modSeq`, in ascending order; undefined when some of them are forgotten. */
  since(modSeq: number): readonly number[] | undefined {
    if (modSeq < this.#forgottenModSeq) return undefined;
    const start = this.#expunges.findIndex((expunge) => expunge.modSeq > modSeq);
    if (start < 0) return [];
    const uids = this.#expunges.slice(start).flatMap((expunge) => expunge.uids);
    return uids.sort((a, b) => a - b);
  }
}
