/** The first list of a huge mailbox: its window is in order before the whole mailbox is. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import type { MessagePage } from '../../src/application/ports/mail/mail-store.ts';
import type { MessageQuery } from '../../src/domain/messages/message-query.ts';
import { buildMessage } from '../support/message-samples.ts';
import { createTestMailStore, mailboxName, testAccount } from './store-under-test.ts';

const USER = { name: 'alice@example.org', password: 'secret' };
const WINDOW = 50;
const STEP_MS = 15 * 60_000;
const FIRST_DATE = Date.UTC(2024, 0, 1);
const MAX_WAIT_MS = 20_000;

/** Without SORT, keys are fetched in turns of 10,000 messages: there are two of them. */
const SERVERS = [
  { title: 'with SORT', messages: 20_100, without: [] },
  { title: 'without SORT', messages: 12_100, without: ['SORT', 'ESORT'] },
] as const;

for (const { title, messages, without } of SERVERS) {
  describe(`A huge mailbox of a server ${title}`, () => {
    let sandbox: Sandbox;
    before(async () => {
      sandbox = await startSandbox({ users: [USER], capabilities: { without } });
      const user = sandbox.user(USER.name);
      for (let number = 1; number <= messages; number += 1) {
        user.deliver(buildMessage({ subject: `m${number}`, date: dateOf(number) }));
      }
    });
    beforeEach(() => sandbox.faults.clear());
    after(() => sandbox.close());

    /** Most messages arrive in the order in which they were sent; some were sent long before, and one long after. */
    const dateOf = (number: number) => {
      const step = number % 50 === 3 ? messages - (number % 1_000) : number;
      return new Date(FIRST_DATE + (number === 10 ? 2 * messages : step) * STEP_MS);
    };
    const dates = Array.from({ length: messages }, (_, index) => dateOf(index + 1)).sort(
      (a, b) => b.getTime() - a.getTime(),
    );
    const datesOf = ({ items }: MessagePage) => items.map(({ subject }) => dateOf(Number(subject?.slice(1))));
    const commands = () => sandbox.recording.map(({ name }) => name);

    /** Lists the windows of the mailbox as a client that is not signed in yet. */
    const openList = (t: TestContext) => {
      const store = createTestMailStore();
      t.after(() => store.close());
      const account = testAccount({ host: '127.0.0.1', port: sandbox.imapPort }, USER);
      return (window: MessageQuery['window']) => {
        const query: MessageQuery = {
          ...{ window, maxRows: 1_000, criterion: null },
          order: [{ key: 'date', isDescending: true }],
          attributes: new Set(['subject']),
        };
        const request = { account, mailbox: mailboxName('INBOX'), query };
        sandbox.clearRecording();
        return store.listMessages(request, AbortSignal.timeout(60_000));
      };
    };

    it('shows the messages first that were sent last, whenever they arrived', async (t) => {
      const list = openList(t);

      const page = await list({ start: 0, limit: WINDOW });

      assert.deepEqual(datesOf(page), dates.slice(0, WINDOW));
      assert.deepEqual([page.total, page.matching, page.hasNext], [messages, messages, true]);
      assert.equal(page.items[0]?.subject, 'm10');
      assert.equal(commands().includes('UID SEARCH'), true);
    });

    it('meets each message once when its pages follow one another', async (t) => {
      const list = openList(t);
      const met: string[] = [];

      let page = await list({ direction: 'after', position: null, limit: 200 });
      for (;;) {
        met.push(...page.items.map(({ subject }) => subject ?? ''));
        if (!page.hasNext) break;
        page = await list({ direction: 'after', position: page.lastPosition, limit: 1_000 });
      }

      assert.equal(new Set(met).size, messages);
      assert.deepEqual(
        met.map((subject) => dateOf(Number(subject.slice(1)))),
        dates,
      );
    });

    it('is in order as a whole a moment later, and any window costs a NOOP and its rows', async (t) => {
      const list = openList(t);
      await list({ start: 0, limit: WINDOW });

      // A window that was shown before is known without the order. Requests that met the order unfinished may still be reading it.
      let first = 0;
      const isOrdered = async () => {
        first += 1;
        await list({ start: first, limit: WINDOW });
        return commands().join(', ') === 'NOOP, UID FETCH';
      };
      assert.equal(await soon(isOrdered), true);
      // A turn of the background may still be under way: windows near the end need the order as a whole.
      let last = messages - WINDOW;
      const isWhole = async () => {
        last -= 1;
        await list({ start: last, limit: WINDOW });
        return commands().join(', ') === 'NOOP, UID FETCH';
      };
      assert.equal(await soon(isWhole), true);
      const page = await list({ start: messages - WINDOW, limit: WINDOW });

      assert.deepEqual(datesOf(page), dates.slice(-WINDOW));
      assert.deepEqual(commands(), ['NOOP', 'UID FETCH']);
    });

    it('fails for the next window where the server refuses to help with the order', async (t) => {
      const list = openList(t);
      const command = title === 'with SORT' ? 'SORT' : 'FETCH';
      await list({ start: 0, limit: WINDOW });
      sandbox.faults.add({ kind: 'refuse', at: 'command-received', command, status: 'NO' });

      let start = 0;
      const isRefused = async () => {
        start += 1;
        return list({ start, limit: WINDOW }).then(
          () => false,
          () => true,
        );
      };
      assert.equal(await soon(isRefused), true);
      // The rows were never asked for: it failed for the order, also where both are fetched.
      const asked = sandbox.recording.map(({ line }) => line);
      assert.ok(
        asked.some((line) => line.startsWith(`UID ${command} `)),
        asked.join(),
      );
      assert.deepEqual(
        asked.filter((line) => /ENVELOPE|SUBJECT/.test(line)),
        [],
      );
    });
  });
}

async function soon(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += 20) {
    if (await isTrue()) return true;
    await delay(20);
  }
  return false;
}
