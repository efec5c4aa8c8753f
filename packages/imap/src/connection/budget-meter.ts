import { BoundExceeded, DeadlineExceeded, type ImapError } from '../errors.ts';
import type { CommandBudget } from './command.ts';
import { startTimer } from './settle-within.ts';

const THROUGHPUT_GRACE_MS = 10_000;
const THROUGHPUT_INTERVAL_MS = 1_000;
const SILENCE_INTERVAL_MS = 1_000;

/** Meter options. */
export interface BudgetMeterOptions {
  readonly name: string;
  readonly budget: CommandBudget;
  readonly mailboxes: number;
  readonly onExceeded: (error: ImapError) => void;
}

/** One command's budget, from `resume` to `stop`. */
export class BudgetMeter {
  readonly #options: BudgetMeterOptions;
  #octets = 0;
  #responses = 0;
  #maxOctets: number;
  #maxResponses: number;
  #mailboxes = 0;
  #remainingMs: number;
  #startedAt = 0;
  #deadline: NodeJS.Timeout | undefined;
  #answerMs = 0;
  #throughput: NodeJS.Timeout | undefined;
  #silentMs = 0;
  #silence: NodeJS.Timeout | undefined;
  #state: 'running' | 'paused' | 'stopped' = 'paused';

  constructor(options: BudgetMeterOptions) {
    this.#options = options;
    this.#remainingMs = options.budget.deadlineMs;
    this.#maxOctets = options.budget.octets;
    this.#maxResponses = options.budget.responses;
  }

  countOctets(octets: number): void {
    if (this.#octets === 0 && this.#state === 'running') this.#watchThroughput();
    this.#octets += octets;
    this.#silentMs = 0;
    if (this.#octets > this.#maxOctets) {
      this.#exceed(new BoundExceeded(`octets of ${this.#options.name}`, this.#maxOctets));
    }
  }

  countResponse(isMailbox: boolean): void {
    const { name, mailboxes } = this.#options;
    this.#responses += 1;
    if (isMailbox) this.#mailboxes += 1;
    if (this.#responses > this.#maxResponses) {
      this.#exceed(new BoundExceeded(`responses of ${name}`, this.#maxResponses));
    } else if (this.#mailboxes > mailboxes) this.#exceed(new BoundExceeded('mailboxes', mailboxes));
  }

  /** For another command in flight. */
  extend({ octets, responses }: Pick<CommandBudget, 'octets' | 'responses'>): void {
    this.#maxOctets += octets;
    this.#maxResponses += responses;
  }

  /** While the client does not read. */
  pause(): void {
    if (this.#state !== 'running') return;
    this.#state = 'paused';
    this.#remainingMs -= performance.now() - this.#startedAt;
    this.#clearTimers();
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    this.#startedAt = performance.now();
    this.#deadline = startTimer(Math.max(0, this.#remainingMs), () => {
      const { name, budget } = this.#options;
      this.#exceed(new DeadlineExceeded(name, budget.deadlineMs));
    });
    if (this.#octets > 0) this.#watchThroughput();
    this.#watchSilence();
  }

  stop(): void {
    this.#state = 'stopped';
    this.#clearTimers();
  }

  #watchThroughput(): void {
    if (this.#options.budget.octetsPerSecond <= 0) return;
    this.#throughput = setInterval(() => this.#checkThroughput(), THROUGHPUT_INTERVAL_MS);
  }

  #checkThroughput(): void {
    const { budget, name } = this.#options;
    this.#answerMs += THROUGHPUT_INTERVAL_MS;
    const isTooSlow = (this.#octets * 1000) / this.#answerMs < budget.octetsPerSecond;
    if (this.#answerMs < THROUGHPUT_GRACE_MS || !isTooSlow) return;
    this.#exceed(
      new DeadlineExceeded(`${budget.octetsPerSecond} octets per second of ${name}`, this.#answerMs),
    );
  }

  #watchSilence(): void {
    const { name, budget } = this.#options;
    const { silenceMs } = budget;
    if (silenceMs === undefined) return;
    this.#silence = setInterval(() => {
      this.#silentMs += SILENCE_INTERVAL_MS;
      if (this.#silentMs >= silenceMs) this.#exceed(new DeadlineExceeded(name, silenceMs));
    }, SILENCE_INTERVAL_MS);
  }

  #clearTimers(): void {
    clearTimeout(this.#deadline);
    clearInterval(this.#throughput);
    clearInterval(this.#silence);
  }

  #exceed(error: ImapError): void {
    if (this.#state === 'stopped') return;
    this.stop();
    this.#options.onExceeded(error);
  }
}
