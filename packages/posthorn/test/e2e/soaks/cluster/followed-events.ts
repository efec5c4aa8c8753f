/** A program that follows the log of events page by page, through every fault, and what its events must be. */
import { setTimeout as wait } from 'node:timers/promises';
import type { MailAccountId } from '../../../../src/domain/accounts/mail-account.ts';
import type { EventId, EventKind, MailEvent } from '../../../../src/domain/events/mail-event.ts';
import type { MailboxName } from '../../../../src/domain/mailboxes/mailbox-name.ts';
import type { BalancedAnswer, BalancedRequest } from './balanced-client.ts';

interface EventResource {
  readonly id: string;
  readonly attributes: { readonly kind: string; readonly at: string; readonly data: MailEvent['data'] };
  readonly relationships: {
    readonly MailAccount?: { readonly data: { readonly id: string } };
    readonly MessageItem?: { readonly data: { readonly id: string } };
  };
}

type Ask = (request: BalancedRequest) => Promise<BalancedAnswer>;

const PAUSE_MS = 300;
const PAGE = 200;
const SEGMENTS = /^([^.]+)\.(.+)\.(\d+)\.(\d+)$/;

/** Follows the log from its beginning. */
export class EventFollower {
  readonly #ask: Ask;
  readonly #events: EventResource[] = [];
  readonly problems: string[] = [];
  #isOver = false;
  #running: Promise<void> | null = null;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  start(): void {
    this.#running = this.#follow();
  }

  /** Settles when it has ended. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  get count(): number {
    return this.#events.length;
  }

  /** Of one account, in their order. */
  eventsOf(account: string): readonly MailEvent[] {
    return this.#events
      .filter(({ relationships }) => relationships.MailAccount?.data.id === account)
      .map(toMailEvent)
      .filter(({ kind }) => kind.startsWith('message.'));
  }

  /** Compares with the whole log: what a reader has passed does not change. */
  async compareWithLog(): Promise<void> {
    const all: string[] = [];
    for (;;) {
      const page = await this.#page(all.at(-1));
      if (page === null) continue;
      all.push(...page.map(({ id }) => id));
      if (page.length < PAGE) break;
    }
    const followed = this.#events.map(({ id }) => id);
    const different = followed.findIndex((id, index) => id !== all[index]);
    if (different >= 0)
      this.problems.push(`event ${different} of ${followed.length} is another one in the log`);
    if (new Set(all).size < all.length) this.problems.push('the log has an event twice');
  }

  async #follow(): Promise<void> {
    for (;;) {
      const isLast = this.#isOver;
      const page = await this.#page(this.#events.at(-1)?.id);
      this.#events.push(...(page ?? []));
      if (isLast && page !== null && page.length < PAGE) return;
      if (page === null || page.length < PAGE) await wait(PAUSE_MS);
    }
  }

  async #page(after: string | undefined): Promise<readonly EventResource[] | null> {
    const query = after === undefined ? '' : `&page%5Bafter%5D=${after}`;
    const answer = await this.#ask({ path: `/Events?page%5Blimit%5D=${PAGE}${query}` });
    if (answer.outcome === 'done') return answer.document.data;
    if (answer.outcome === 'refused') this.problems.push(`GET /Events: ${answer.status} ${answer.text}`);
    return null;
  }
}

function toMailEvent({ id, attributes, relationships }: EventResource): MailEvent {
  const [, account = '', folder = '', uidValidity, uid] =
    SEGMENTS.exec(relationships.MessageItem?.data.id ?? '') ?? [];
  return {
    ...{ id: id as EventId, account: account as MailAccountId, kind: attributes.kind as EventKind },
    ...{ at: Date.parse(attributes.at), mailbox: null, data: attributes.data },
    message:
      folder === ''
        ? null
        : { mailbox: folder as MailboxName, uidValidity: Number(uidValidity), uid: Number(uid) },
  };
}
