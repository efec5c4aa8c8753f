/** People and programs at a service whose PostgreSQL is away. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { buildMessage } from '../support/message-samples.ts';
import { documentOf, loginOf, passwordAccount, type StoreNode } from './store-node.ts';

/** The answers of one turn of a person, and their time. */
export interface PersonTurn {
  readonly statuses: readonly number[];
  readonly ms: number;
}

export interface ProgramAnswer {
  readonly status: number;
  /** Seconds. */
  readonly retryAfter: number;
  readonly ms: number;
}

const PASSWORD = 'a-password';
export const USERS: readonly string[] = Array.from({ length: 40 }, (_, index) => `user${index}@example.org`);
export const INBOX = '/MailAccounts/example/MailFolders/INBOX/MessageItems';
const RECOVERY_MS = 10_000;
const LEAST_TURNS = 3;

/** Starts the mail server of the people, each with one message. */
export async function startMail(t: Pick<TestContext, 'after'>): Promise<Sandbox> {
  const sandbox = await startSandbox({ users: USERS.map((name) => ({ name, password: PASSWORD })) });
  t.after(() => sandbox.close());
  for (const user of USERS) sandbox.user(user).deliver(buildMessage({ subject: 'Hello' }));
  return sandbox;
}

/** Asks for people with logins of their own, and for a program with a key and one connected account. */
export class OutageClients {
  readonly #ask: StoreNode['ask'];
  readonly #key: string;

  private constructor(ask: StoreNode['ask'], key: string) {
    this.#ask = ask;
    this.#key = key;
  }

  /** `node` makes the key; `ask` may send requests to others. */
  static async connect(
    node: StoreNode,
    { imapPort, ask = node.ask }: { readonly imapPort: number; readonly ask?: StoreNode['ask'] },
  ): Promise<OutageClients> {
    const key = (await node.run('keys:create', '--name', 'all', '--scopes', 'mail.read,accounts')).trim();
    const account = passwordAccount(USERS[0] ?? '', { imapPort, password: PASSWORD });
    const body = documentOf('MailAccount', account, 'a');
    const connected = await ask(key, '/MailAccounts', { method: 'POST', body });
    assert.equal(connected.status, 201, await connected.text());
    return new OutageClients(ask, key);
  }

  async own(user: string, path: string, init: RequestInit & { readonly password?: string } = {}) {
    const { password = PASSWORD, ...request } = init;
    const authorization = loginOf({ user, password });
    const answer = await this.#ask('', path, { ...request, headers: { ...init.headers, authorization } });
    return { status: answer.status, text: await answer.text() };
  }

  async byKey(path: string, init?: RequestInit): Promise<ProgramAnswer> {
    const startedAt = performance.now();
    const answer = await this.#ask(this.#key, path, init);
    await answer.arrayBuffer();
    const { status, headers } = answer;
    return { status, retryAfter: Number(headers.get('retry-after')), ms: performance.now() - startedAt };
  }

  /** Reads, a change and a new draft of a person; the statuses. */
  async useMailbox(user: string): Promise<readonly number[]> {
    const list = await this.own(user, INBOX);
    const [first] = list.status === 200 ? JSON.parse(list.text).data : [];
    const flagged = documentOf('MessageItem', { flagged: true }, first?.id);
    const draft = documentOf('MessageItem', { subject: 'Draft', to: [] });
    const statuses = [list.status];
    const path = `/MessageItems/${first?.id}`;
    statuses.push((await this.own(user, path, { method: 'PATCH', body: flagged })).status);
    statuses.push(
      (await this.own(user, INBOX.replace('INBOX', 'Drafts'), { method: 'POST', body: draft })).status,
    );
    statuses.push((await this.own(user, `${path}/MessageBody`)).status);
    return statuses;
  }

  /** Until this time, by `performance.now()`. */
  async useUntil(endsAt: number) {
    const people: PersonTurn[] = [];
    const programs: ProgramAnswer[] = [];
    for (let turn = 0; performance.now() < endsAt || turn < LEAST_TURNS; turn += 1) {
      // The first one is signed in, each other one signs in now.
      for (const user of [USERS[0], USERS[1 + (turn % (USERS.length - 1))]]) {
        const startedAt = performance.now();
        people.push({ statuses: await this.useMailbox(user ?? ''), ms: performance.now() - startedAt });
      }
      const paths = ['/MailAccounts', '/MailAccounts/a/MailFolders', '/ApiKeys'];
      programs.push(...(await Promise.all(paths.map((path) => this.byKey(path)))));
    }
    return { people, programs };
  }

  /** Milliseconds until the key is served. Throws AssertionError after too many. */
  async untilRecovered(): Promise<number> {
    const resumedAt = performance.now();
    while ((await this.byKey('/MailAccounts/a/MailFolders')).status !== 200) {
      assert.ok(performance.now() - resumedAt < RECOVERY_MS, 'not recovered');
      await wait(100);
    }
    return performance.now() - resumedAt;
  }
}
