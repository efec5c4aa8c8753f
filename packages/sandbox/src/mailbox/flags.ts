/** Message flags: system flags have one spelling, keywords keep the spelling they came with (RFC 3501 §2.3.2). */

/** The system flags a client may store. \Recent is the server's own and never stored. */
export const SYSTEM_FLAGS = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft'] as const;

const SYSTEM_FLAG_SPELLINGS = new Map<string, string>(SYSTEM_FLAGS.map((flag) => [flag.toLowerCase(), flag]));

/** Spells flags the one way a mailbox knows them, and remembers the keywords it meets. */
export class FlagNames {
  readonly #keywords = new Map<string, string>();

  /** The keywords met so far, in the order they came. */
  get keywords(): readonly string[] {
    return [...this.#keywords.values()];
  }

  get keywordCount(): number {
    return this.#keywords.size;
  }

  /** The flag as this mailbox spells it, or undefined for a system flag that cannot be stored. */
  canonical(flag: string): string | undefined {
    const key = flag.toLowerCase();
    if (flag.startsWith('\\')) return SYSTEM_FLAG_SPELLINGS.get(key);
    const known = this.#keywords.get(key);
    if (known !== undefined) return known;
    this.#keywords.set(key, flag);
    return flag;
  }

  /** The spelling of a flag in a search, without remembering it. */
  lookUp(flag: string): string {
    return SYSTEM_FLAG_SPELLINGS.get(flag.toLowerCase()) ?? this.#keywords.get(flag.toLowerCase()) ?? flag;
  }
}
