/** A message whose flags are a register with compare-and-set: each change names the tag that it has read, and of two with one tag one is done. */
import { documentOf } from '../../store-node.ts';
import type { BalancedAnswer } from './balanced-client.ts';
import { messagesOf, type SoakedAccount } from './soaked-account.ts';

/** Steps never come back to an earlier state, so that a change that arrives late finds another tag. */
interface RegisterState {
  /** Its keywords are the bits of the Gray code, of which a step changes one. */
  readonly count: number;
  readonly flagged: boolean;
}

const BITS = 10;
const STATES = 2 ** BITS;
const FIELDS = '?fields%5BMessageItem%5D=keywords,flagged,seen,answered,draft,subject';

/** One register. */
export class FlagRegister {
  readonly subject: string;
  readonly #account: SoakedAccount;
  /** True while two nodes may serve one person, because none knows of the other. */
  readonly #isDivided: (since: number) => boolean;
  #id: string | null = null;
  #value: RegisterState = { count: 0, flagged: false };
  /** Of changes without an answer that began at the value. */
  #pending: RegisterState[] = [];
  #hasRaced = false;
  races = 0;

  constructor(account: SoakedAccount, subject: string, isDivided: (since: number) => boolean) {
    this.#account = account;
    this.subject = subject;
    this.#isDivided = isDivided;
  }

  /** Reads it, and makes one change, or two at once. */
  async step(): Promise<void> {
    const startedAt = performance.now();
    const read = await this.#read();
    if (read === null) return;
    const next = { count: (this.#value.count + 1) % STATES, flagged: this.#value.flagged };
    const changes = [next];
    const isRace = !this.#hasRaced && this.#account.random() < 0.5;
    if (isRace) changes.push({ count: this.#value.count, flagged: !this.#value.flagged });
    const answers = await Promise.all(changes.map((change) => this.#change(change, read.etag)));
    this.#note(changes, answers, startedAt);
  }

  /** What the register may be now. */
  async check(): Promise<void> {
    await this.#read();
  }

  /** The states that its flags may have at the mail server. */
  isPossible(flags: readonly string[]): boolean {
    const names = flags.map((flag) => flag.toLowerCase());
    const state = { count: countOf(names), flagged: names.includes('\\flagged') };
    return [this.#value, ...this.#pending].some((each) => isSame(each, state));
  }

  get title(): string {
    return `${this.subject} ${JSON.stringify([this.#value, ...this.#pending])}`;
  }

  async #read(): Promise<BalancedAnswer | null> {
    this.#id ??= await this.#find();
    if (this.#id === null) return null;
    const answer = await this.#account.ask({ path: `/MessageItems/${this.#id}${FIELDS}` });
    if (answer.outcome === 'unknown') return null;
    if (answer.outcome === 'refused') {
      this.#account.problems.push(`${this.subject} is gone: ${answer.status} ${answer.text.slice(0, 300)}`);
      return null;
    }
    const { keywords, flagged } = answer.document.data.attributes;
    this.#see({ count: countOf(keywords), flagged });
    return answer;
  }

  async #find(): Promise<string | null> {
    const path = `${messagesOf(this.#account, 'INBOX')}?filter%5Bsubject%5D=${encodeURIComponent(this.subject)}`;
    const answer = await this.#account.ask({ path });
    return answer.outcome === 'done' ? (answer.document.data[0]?.id ?? null) : null;
  }

  #see(seen: RegisterState): void {
    if (isSame(seen, this.#value)) return;
    const isKnown = this.#pending.some((each) => isSame(each, seen));
    if (!isKnown) this.#account.problems.push(`${this.title} is ${JSON.stringify(seen)}`);
    this.#become(seen);
  }

  #become(state: RegisterState): void {
    this.#hasRaced = state.flagged !== this.#value.flagged;
    this.#value = state;
    this.#pending = [];
  }

  #change({ count, flagged }: RegisterState, etag: string): Promise<BalancedAnswer> {
    const id = this.#id ?? '';
    const isRace = flagged !== this.#value.flagged;
    const attributes = isRace ? { flagged } : { keywords: keywordsOf(count) };
    return this.#account.ask({
      ...{ method: 'PATCH', path: `/MessageItems/${id}${FIELDS}` },
      ...{ body: documentOf('MessageItem', attributes, id), headers: { 'if-match': etag } },
    });
  }

  #note(changes: readonly RegisterState[], answers: readonly BalancedAnswer[], startedAt: number): void {
    const won = changes.filter((_change, index) => answers[index]?.outcome === 'done');
    const open = changes.filter((_change, index) => answers[index]?.outcome === 'unknown');
    if (changes.length > 1 && open.length === 0) this.races += 1;
    const [winner] = won;
    if (won.length > 1) {
      const isExcused = !this.#account.isConnected && this.#isDivided(startedAt);
      if (!isExcused)
        this.#account.problems.push(`${this.title}: both of two changes with one tag were made`);
      this.#value = { ...this.#value, count: changes[0]?.count ?? 0 };
      this.#become({ ...this.#value, flagged: !this.#value.flagged });
    } else if (winner !== undefined) this.#become(winner);
    else if (open.length === 0 && this.#pending.length === 0) {
      const told = answers.map(({ status, text }) => `${status} ${text.slice(0, 200)}`).join('; ');
      this.#account.problems.push(`${this.title}: no change was made with the newest tag: ${told}`);
    } else this.#pending.push(...open);
  }
}

function keywordsOf(count: number): readonly string[] {
  const code = count ^ (count >> 1);
  return Array.from({ length: BITS }, (_, bit) => `b${bit}`).filter((_, bit) => (code >> bit) & 1);
}

function countOf(keywords: readonly string[]): number {
  let code = 0;
  for (let bit = 0; bit < BITS; bit += 1) if (keywords.includes(`b${bit}`)) code |= 1 << bit;
  let count = 0;
  for (let rest = code; rest > 0; rest >>= 1) count ^= rest;
  return count;
}

function isSame(one: RegisterState, other: RegisterState): boolean {
  return one.count === other.count && one.flagged === other.flagged;
}
