/** Mail clients that change one mailbox at random over plain sockets, and what a fresh session sees there. */

import type { MailUser } from '../support/dovecot.ts';
import type { ImapEndpoint } from '../support/imap-connection.ts';
import { type AppendedMessage, type ImapConnection, openImapConnection } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';

/** The mailbox that is changed, and where messages go from there and return from. */
export const MAILBOX = 'Model';
export const OTHER_MAILBOX = 'Elsewhere';

const FLAGS = ['\\Seen', '\\Flagged', '\\Answered'];
const SECOND_MS = 1000;
const FIRST_DATE_MS = Date.UTC(2024, 0, 1);
const DATES = 1_000_000;

/** A message as a fresh session sees it. */
export interface SeenMessage {
  readonly uid: number;
  /** As sent, in the order of the alphabet, without \Recent. */
  readonly flags: readonly string[];
  readonly size: number;
  readonly subject: string;
  readonly dateMs: number;
}

/** Steps by what they do. A move by COPY and EXPUNGE counts as both. */
export interface StepCounts {
  readonly delivered: number;
  readonly flagged: number;
  readonly expunged: number;
  readonly moved: number;
}

/** What the clients work on. */
export interface ClientsOptions {
  readonly server: ImapEndpoint;
  readonly user: MailUser;
  readonly clients: number;
  readonly random: () => number;
  /** With fewer messages than this, each step delivers one. */
  readonly minMessages: number;
  /** Stores a message in the mailbox, as whoever delivers mail does. */
  readonly deliver: (message: AppendedMessage) => Promise<void>;
}

/** Clients with the mailbox open, each on a connection of its own. Close them. */
export class MailboxClients {
  readonly #options: ClientsOptions;
  readonly #connections: readonly ImapConnection[];
  readonly #hasMove: boolean;
  readonly #counts = { delivered: 0, flagged: 0, expunged: 0, moved: 0 };

  private constructor(options: ClientsOptions, connections: readonly ImapConnection[], hasMove: boolean) {
    this.#options = options;
    this.#connections = connections;
    this.#hasMove = hasMove;
  }

  static async open(options: ClientsOptions): Promise<MailboxClients> {
    const connections = await Promise.all(
      Array.from({ length: options.clients }, () => openImapConnection(options.server, options.user)),
    );
    const [first] = connections;
    const capabilities = (await first?.command('CAPABILITY'))?.join(' ') ?? '';
    return new MailboxClients(options, connections, / MOVE( |$)/.test(capabilities));
  }

  /** How many steps of each kind were done. */
  get counts(): StepCounts {
    return { ...this.#counts };
  }

  /** All clients do so many steps together, at the same time. */
  async work(steps: number): Promise<void> {
    let left = steps;
    await Promise.all(
      this.#connections.map(async (connection) => {
        await connection.command(`SELECT ${MAILBOX}`);
        while (left > 0) {
          left -= 1;
          await this.#step(connection);
        }
      }),
    );
  }

  /** What a session sees that has never seen the mailbox before, ascending by uid. */
  async look(): Promise<readonly SeenMessage[]> {
    const connection = await openImapConnection(this.#options.server, this.#options.user);
    try {
      await connection.command(`EXAMINE ${MAILBOX}`);
      const items = '(UID FLAGS RFC822.SIZE BODY.PEEK[HEADER.FIELDS (SUBJECT DATE)])';
      const answers = await connection.command(`UID FETCH 1:* ${items}`);
      return answers.flatMap(toSeenMessage).sort((a, b) => a.uid - b.uid);
    } finally {
      await connection.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  async #step(connection: ImapConnection): Promise<void> {
    const uids = await this.#someUids(connection);
    const chance = this.#options.random();
    const [uid, ...others] = uids;
    if (uid === undefined || chance < 0.3) return this.#deliver();
    if (chance < 0.7) return this.#changeFlags(connection, uid);
    if (chance < 0.8) return this.#expunge(connection, uid);
    if (chance < 0.9) return this.#expunge(connection, uid, ...others);
    return this.#move(connection, uid);
  }

  /** Three uids by lot; none where there are so few messages that more must be delivered. */
  async #someUids(connection: ImapConnection): Promise<readonly number[]> {
    const answers = await connection.command('UID SEARCH ALL');
    const uids =
      answers
        .find((line) => line.startsWith('* SEARCH'))
        ?.match(/\d+/g)
        ?.map(Number) ?? [];
    return uids.length < this.#options.minMessages
      ? []
      : [this.#pick(uids), this.#pick(uids), this.#pick(uids)];
  }

  async #deliver(): Promise<void> {
    this.#counts.delivered += 1;
    const number = this.#counts.delivered;
    const date = new Date(FIRST_DATE_MS + Math.floor(this.#options.random() * DATES) * SECOND_MS);
    const raw = buildMessage({
      subject: `message ${number}`,
      date,
      text: `Text ${number}`,
    });
    await this.#options.deliver({ raw, flags: this.#options.random() < 0.5 ? ['\\Seen'] : [] });
  }

  async #changeFlags(connection: ImapConnection, uid: number): Promise<void> {
    this.#counts.flagged += 1;
    const sign = this.#options.random() < 0.5 ? '+' : '-';
    const silent = this.#options.random() < 0.5 ? '.SILENT' : '';
    await connection
      .command(`UID STORE ${uid} ${sign}FLAGS${silent} (${this.#pick(FLAGS)})`)
      .catch(ignoreGone);
  }

  /** Another client may expunge meanwhile what this one has marked. */
  async #expunge(connection: ImapConnection, ...uids: readonly number[]): Promise<void> {
    this.#counts.expunged += 1;
    await connection.command(`UID STORE ${uids.join(',')} +FLAGS.SILENT (\\Deleted)`).catch(ignoreGone);
    await connection.command('EXPUNGE');
  }

  async #move(connection: ImapConnection, uid: number): Promise<void> {
    this.#counts.moved += 1;
    if (this.#hasMove) await connection.command(`UID MOVE ${uid} ${OTHER_MAILBOX}`).catch(ignoreGone);
    else {
      await connection.command(`UID COPY ${uid} ${OTHER_MAILBOX}`).catch(ignoreGone);
      await this.#expunge(connection, uid);
    }
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#options.random() * items.length)] as Item;
  }
}

/** Some servers refuse to change a message that is gone. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof Error) || !/answered: (?:NO|BAD)/.test(error.message)) throw error;
}

function toSeenMessage(answer: string): readonly SeenMessage[] {
  const uid = Number(/UID (\d+)/.exec(answer)?.[1] ?? 0);
  if (uid === 0) return [];
  const flags = (/FLAGS \(([^)]*)\)/.exec(answer)?.[1] ?? '').split(' ');
  return [
    {
      uid,
      flags: flags.filter((flag) => flag !== '' && flag !== '\\Recent').sort(),
      size: Number(/RFC822\.SIZE (\d+)/.exec(answer)?.[1] ?? 0),
      subject: /^Subject: (.*)$/im.exec(answer)?.[1]?.trim() ?? '',
      dateMs: Date.parse(/^Date: (.*)$/im.exec(answer)?.[1]?.trim() ?? ''),
    },
  ];
}
