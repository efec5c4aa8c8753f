/** Another client that changes an account at random, over connections of its own, and sees it as it is. */
import { setTimeout as wait } from 'node:timers/promises';
import { decodeMailboxName } from 'posthorn-imap';
import type { MailUser } from '../../support/dovecot.ts';
import {
  encodeMailboxName,
  type ImapConnection,
  type ImapEndpoint,
  openImapConnection,
  quote,
} from '../../support/imap-connection.ts';
import { pick } from '../../support/seeded-random.ts';
import { textOf } from '../changes/other-client.ts';

/** A mailbox as a new session sees it. */
export interface LookedMailbox {
  readonly uidValidity: number;
  /** Sorted flags by uid, in lower case. */
  readonly mail: ReadonlyMap<number, string>;
}

export type LookedAccount = ReadonlyMap<string, LookedMailbox>;

/** What the client may do with an account. */
export interface ClientRights {
  /** Mailboxes that it changes. */
  readonly mailboxes: readonly string[];
  readonly canMove: boolean;
  readonly hasKeywords: boolean;
  /** Delivers a message otherwise than by APPEND. */
  readonly deliver?: (mailbox: string, raw: Buffer) => void;
}

const FLAGS = ['\\Seen', '\\Flagged', '\\Answered', '\\Draft'];
/** Enough for several ranges, and few enough to look often. */
const MAX_MESSAGES = 60;

/** The client. Close it. */
export class ChangingClient {
  readonly #server: ImapEndpoint;
  readonly #user: MailUser;
  readonly #rights: ClientRights;
  readonly #connection: ImapConnection;
  readonly mailboxes: string[];
  /** `mailbox uid` of all whose flags were stored, by the first name of the mailbox. */
  readonly stored = new Set<string>();
  /** First names of mailboxes that were removed and made anew. */
  readonly remade = new Set<string>();
  readonly #firstNames = new Map<string, string>();
  #messages = 0;
  #folders = 0;

  private constructor(
    connection: ImapConnection,
    server: ImapEndpoint,
    user: MailUser,
    rights: ClientRights,
  ) {
    this.#connection = connection;
    this.#server = server;
    this.#user = user;
    this.#rights = rights;
    this.mailboxes = [...rights.mailboxes];
  }

  static async open(server: ImapEndpoint, user: MailUser, rights: ClientRights): Promise<ChangingClient> {
    return new ChangingClient(await openImapConnection(server, user), server, user, rights);
  }

  async deliver(mailbox: string, count = 1): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      this.#messages += 1;
      const raw = Buffer.from(
        `From: a@example.org\r\nMessage-ID: <m${this.#messages}@test>\r\nSubject: Hello\r\n\r\nText.\r\n`,
      );
      if (this.#rights.deliver) this.#rights.deliver(mailbox, raw);
      else await this.#connection.append(mailbox, [{ raw }]);
    }
  }

  async setFlags(mailbox: string, uid: number, flags: readonly string[]): Promise<void> {
    this.stored.add(`${this.firstName(mailbox)} ${uid}`);
    await this.#in(mailbox, `UID STORE ${uid} FLAGS (${flags.join(' ')})`);
  }

  async expunge(mailbox: string, uid: number): Promise<void> {
    await this.#in(mailbox, `UID STORE ${uid} +FLAGS (\\Deleted)`, 'EXPUNGE');
  }

  async move(mailbox: string, uid: number, target: string): Promise<void> {
    if (this.#rights.canMove) await this.#in(mailbox, `UID MOVE ${uid} ${named(target)}`);
    else {
      await this.#in(mailbox, `UID COPY ${uid} ${named(target)}`);
      await this.expunge(mailbox, uid);
    }
  }

  async create(): Promise<string> {
    this.#folders += 1;
    const name = `Made ${this.#folders}-${Date.now()}`;
    await this.make(name);
    this.mailboxes.push(name);
    return name;
  }

  async make(name: string): Promise<void> {
    await this.#connection.command(`CREATE ${named(name)}`);
  }

  /** Removes a mailbox and makes it anew, with another UIDVALIDITY. */
  async remake(name: string): Promise<void> {
    await this.#leave();
    await this.#connection.command(`DELETE ${named(name)}`);
    // UIDVALIDITY is a time in seconds.
    await wait(1_100);
    await this.make(name);
    this.remade.add(this.firstName(name));
  }

  async rename(from: string): Promise<string> {
    this.#folders += 1;
    const to = `Renamed ${this.#folders}-${Date.now()}`;
    await this.#leave();
    await this.#connection.command(`RENAME ${named(from)} ${named(to)}`);
    this.mailboxes.splice(this.mailboxes.indexOf(from), 1, to);
    this.#firstNames.set(to, this.firstName(from));
    return to;
  }

  /** The name of a mailbox before it was renamed. */
  firstName(name: string): string {
    return this.#firstNames.get(name) ?? name;
  }

  /**
   * Creates a folder, and later renames it or makes it anew. It is one: nothing distinguishes two that are renamed at once where the
   * server has no OBJECTID.
   */
  async changeFolderAtRandom(random: () => number): Promise<void> {
    const made = this.mailboxes.find((name) => !this.#rights.mailboxes.includes(name));
    if (made === undefined) await this.create();
    else await (random() < 0.5 ? this.rename(made) : this.remake(made));
  }

  async command(line: string): Promise<readonly string[]> {
    return this.#connection.command(line);
  }

  /** Changes the account once. */
  async changeAtRandom(random: () => number): Promise<void> {
    const mailbox = pick(this.mailboxes, random);
    const mail = (await this.look([mailbox])).get(mailbox)?.mail ?? new Map<number, string>();
    const uids = [...mail.keys()];
    const uid = random() < 0.3 ? uids.at(-1) : uids[Math.floor(random() * uids.length)];
    const choice = random();
    if (uid === undefined || (choice < 0.35 && uids.length < MAX_MESSAGES))
      return this.deliver(mailbox, 1 + Math.floor(random() * 3));
    if (choice < 0.5) return this.expunge(mailbox, uid);
    if (choice < 0.65) {
      const others = this.mailboxes.filter((name) => name !== mailbox);
      return others.length === 0 ? undefined : this.move(mailbox, uid, pick(others, random));
    }
    const flags = [...FLAGS, ...(this.#rights.hasKeywords ? ['work', 'later'] : [])];
    return this.setFlags(
      mailbox,
      uid,
      flags.filter(() => random() < 0.4),
    );
  }

  /** The mailboxes as a new session sees them; all for none. */
  async look(names?: readonly string[]): Promise<LookedAccount> {
    const fresh = await openImapConnection(this.#server, this.#user);
    const looked = new Map<string, LookedMailbox>();
    for (const name of names ?? listed(await fresh.command('LIST "" *'))) {
      const answers = await fresh.command(`EXAMINE ${named(name)}`);
      const isEmpty = answers.some((answer) => /^\* 0 EXISTS/.test(answer));
      const validity = answers.map((answer) => /UIDVALIDITY (\d+)/.exec(answer)?.[1]).find(Boolean);
      const fetched = isEmpty ? [] : await fresh.command('UID FETCH 1:* (FLAGS)');
      looked.set(name, { uidValidity: Number(validity), mail: new Map(fetched.flatMap(readFlags)) });
    }
    await fresh.close();
    return looked;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #in(mailbox: string, ...lines: string[]): Promise<void> {
    await this.#connection.command(`SELECT ${named(mailbox)}`);
    for (const line of lines) await this.#connection.command(line);
  }

  /** Servers remove and rename no open mailbox. */
  async #leave(): Promise<void> {
    await this.#connection.command('SELECT INBOX');
  }
}

function named(name: string): string {
  return quote(encodeMailboxName(name));
}

function listed(answers: readonly string[]): readonly string[] {
  return answers.flatMap((answer) => {
    const match = /^\* LIST \(([^)]*)\) (?:"[^"]*"|NIL) (?:"((?:[^"\\]|\\.)*)"|(\S+))$/.exec(answer);
    const name = match?.[2] ?? match?.[3];
    const isOpen = !/noselect|nonexistent/i.test(match?.[1] ?? '');
    return name === undefined || !isOpen ? [] : [decodeMailboxName(name)];
  });
}

function readFlags(answer: string): [number, string][] {
  const uid = /UID (\d+)/.exec(answer)?.[1];
  const flags = /FLAGS \(([^)]*)\)/.exec(answer)?.[1];
  if (uid === undefined || flags === undefined) return [];
  return [[Number(uid), textOf(flags.split(' ').filter((flag) => !/^\\deleted$/i.test(flag)))]];
}
