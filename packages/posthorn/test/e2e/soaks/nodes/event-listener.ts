import { setTimeout as wait } from 'node:timers/promises';

const REOPEN_MS = 500;
const CREATED = '?filter%5Bkind%5D=message.created';

/** A program that listens to the events of new mail of all accounts, and opens its stream again by the last id. */
export class EventListener {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #leaving = new AbortController();
  /** Of events, in the order in which they came. */
  readonly ids: string[] = [];
  reopened = 0;
  /** Of the last event, or of the state of the stream. */
  #last = '';

  /** The stream, and the headers of its requests. */
  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = `${url}${CREATED}`;
    this.#headers = headers;
  }

  /** Settles when the first stream is open. */
  async start(): Promise<void> {
    const answer = await this.#open();
    if (answer === null) throw new Error(`There is no stream at ${this.#url}.`);
    void this.#listen(answer);
  }

  close(): void {
    this.#leaving.abort();
  }

  async #listen(first: Response): Promise<void> {
    for (let answer: Response | null = first; !this.#leaving.signal.aborted; answer = await this.#open()) {
      if (answer !== null) await this.#read(answer).catch(() => undefined);
      if (this.#leaving.signal.aborted) return;
      this.reopened += 1;
      await wait(REOPEN_MS);
    }
  }

  async #open(): Promise<Response | null> {
    const headers = { ...this.#headers, ...(this.#last !== '' && { 'last-event-id': this.#last }) };
    try {
      const answer = await fetch(this.#url, { headers, signal: this.#leaving.signal });
      return answer.status === 200 ? answer : null;
    } catch {
      return null;
    }
  }

  async #read({ body }: Response): Promise<void> {
    let text = '';
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + piece).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    const [, id = ''] = /^id: (.+)$/m.exec(block) ?? [];
    if (id === '') return;
    this.#last = id;
    if (!/^event: state$/m.test(block)) this.ids.push(id);
  }
}
