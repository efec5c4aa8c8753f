/** Storable system flags. */
export const SYSTEM_FLAGS = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft'] as const;

const SYSTEM_FLAG_SPELLINGS = new Map<string, string>(SYSTEM_FLAGS.map((flag) => [flag.toLowerCase(), flag]));

/** One spelling per flag; keywords as first used (RFC 3501 §2.3.2). */
export class FlagNames {
  readonly #keywords = new Map<string, string>();

  get keywords(): readonly string[] {
    return [...this.#keywords.values()];
  }

  get keywordCount(): number {
    return this.#keywords.size;
  }

  canonical(flag: string): string | undefined {
    const key = flag.toLowerCase();
    if (flag.startsWith('\\')) return SYSTEM_FLAG_SPELLINGS.get(key);
    const known = this.#keywords.get(key);
    if (known !== undefined) return known;
    this.#keywords.set(key, flag);
    return flag;
  }

  /** Does not remember the flag. */
  lookUp(flag: string): string {
    return SYSTEM_FLAG_SPELLINGS.get(flag.toLowerCase()) ?? this.#keywords.get(flag.toLowerCase()) ?? flag;
  }
}
