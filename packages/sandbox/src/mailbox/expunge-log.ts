interface Expunge {
  readonly modSeq: number;
  readonly uids: readonly number[];
}

/** The newest expunged uids, bounded (RFC 7162 §3.2.7). */
export class ExpungeLog {
  readonly #maxUids: number;
  #expunges: Expunge[] = [];
  #uidCount = 0;
  #forgottenModSeq = 0;

  constructor(maxUids: number) {
    this.#maxUids = maxUids;
  }

  /** `modSeq` must ascend. */
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

  /** Ascending; undefined if forgotten. */
  since(modSeq: number): readonly number[] | undefined {
    if (modSeq < this.#forgottenModSeq) return undefined;
    const start = this.#expunges.findIndex((expunge) => expunge.modSeq > modSeq);
    if (start < 0) return [];
    const uids = this.#expunges.slice(start).flatMap((expunge) => expunge.uids);
    return uids.sort((a, b) => a - b);
  }
}
