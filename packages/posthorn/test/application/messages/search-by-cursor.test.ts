/** Walks through what a search of several folders finds, by cursor, while mail comes, goes and moves. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SearchWindow } from '../../../src/application/messages/merged-hits.ts';
import { createMessageItems } from '../../../src/application/messages/message-items.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import { mailboxName, uid } from '../../http/in-memory-mail-store.ts';
import { accountOf, JANE } from '../../http/test-server.ts';
import { MemoryMail } from '../../support/memory-mail/memory-mail.ts';
import { MemoryMailStore } from '../../support/memory-mail/memory-mail-store.ts';
import { buildMessage } from '../../support/message-samples.ts';

const SIGNAL = new AbortController().signal;
const ACCOUNT = { ...accountOf(passwordLogin(JANE, 'secret')), roots: [] };
const FOLDERS = ['Archive', 'INBOX', 'Work'] as const;
const START = Date.UTC(2024, 0, 1);

/** Thirty messages in three folders; every five share a second, whichever folder they are in. */
function createMail(): MemoryMail {
  const mail = new MemoryMail({ password: 'secret' });
  for (const name of FOLDERS) mail.create({ name: mailboxName(name) });
  for (let number = 1; number <= 30; number += 1)
    deliver(mail, {
      to: FOLDERS[number % 3] ?? 'INBOX',
      subject: `m${number}`,
      second: Math.floor((number - 1) / 5),
    });
  return mail;
}

function deliver(
  mail: MemoryMail,
  { to, subject, second }: { readonly to: string; readonly subject: string; readonly second: number },
): void {
  const octets = buildMessage({ subject, date: new Date(START + second * 1000) });
  mail.require(mailboxName(to)).add({ octets, flags: [] });
}

function search(mail: MemoryMail, window: SearchWindow) {
  return createMessageItems({ mailStore: new MemoryMailStore(mail) }).search(
    {
      account: ACCOUNT,
      criterion: null,
      window,
      selection: { attributes: new Set(['subject']) },
      timeBudgetMs: 10_000,
    },
    SIGNAL,
  );
}

/** The subjects of all pages in the order of the list; `between` runs after each page. */
async function walk(
  mail: MemoryMail,
  direction: 'after' | 'before',
  between: (page: number) => void = () => undefined,
): Promise<readonly (string | undefined)[]> {
  const walked: (string | undefined)[] = [];
  let position: string | null = null;
  for (let page = 1; ; page += 1) {
    const result = await search(mail, { direction, position, limit: 4 });
    const subjects = result.messages.map(({ item }) => item.subject);
    if (direction === 'after') walked.push(...subjects);
    else walked.unshift(...subjects);
    if (!(direction === 'after' ? result.hasNext : result.hasPrevious)) return walked;
    position = direction === 'after' ? result.lastPosition : result.firstPosition;
    between(page);
  }
}

describe('A search of several folders by cursor', () => {
  it('gives the same list as by offset, forward and backward', async () => {
    const mail = createMail();
    const { messages } = await search(mail, { start: 0, limit: 100 });
    const expected = messages.map(({ item }) => item.subject);

    assert.equal(expected.length, 30);
    assert.deepEqual(await walk(mail, 'after'), expected);
    assert.deepEqual(await walk(mail, 'before'), expected);
  });

  it('lists messages of one second folder by folder, the highest uid first', async () => {
    const { messages } = await search(createMail(), { direction: 'after', position: null, limit: 5 });

    assert.deepEqual(
      messages.map(({ mailbox, item }) => `${mailbox} ${item.uid}`),
      ['Archive 10', 'Archive 9', 'INBOX 10', 'Work 10', 'Work 9'],
    );
  });

  for (const direction of ['after', 'before'] as const) {
    it(`meets each message that stays exactly once while others come and go: ${direction}`, async () => {
      const mail = createMail();

      const walked = await walk(mail, direction, (page) => {
        deliver(mail, { to: 'INBOX', subject: 'new', second: 100 + page });
        deliver(mail, { to: 'Work', subject: 'new', second: page });
        const archive = mail.require(mailboxName('Archive'));
        // One that was shown, and one that was not; the row of the cursor is among them.
        for (const message of [archive.messages.at(0), archive.messages.at(-1)])
          archive.remove(message?.uid ?? 0);
      });

      // The archive loses all it has.
      const stayed = Array.from({ length: 30 }, (_, index) => index + 1).filter((number) => number % 3 !== 0);
      const counts = stayed.map((number) => walked.filter((subject) => subject === `m${number}`).length);
      assert.deepEqual(mail.require(mailboxName('Archive')).messages.length, 0);
      assert.deepEqual(
        counts,
        stayed.map(() => 1),
      );
    });
  }

  it('goes on where a message stood that has vanished with its folder', async () => {
    const mail = createMail();
    const all = (await search(mail, { start: 0, limit: 100 })).messages;
    const first = await search(mail, { direction: 'after', position: null, limit: 1 });
    mail.delete(mailboxName(first.messages[0]?.mailbox ?? ''));

    const next = await search(mail, { direction: 'after', position: first.lastPosition, limit: 100 });

    assert.deepEqual(
      next.messages.map(({ item }) => item.subject),
      all.filter(({ mailbox }) => mailbox !== first.messages[0]?.mailbox).map(({ item }) => item.subject),
    );
  });

  for (const position of [
    '',
    'x',
    'W10',
    ...[[1], [1, 1], ['1', 1, 'INBOX'], [1, 0, 'INBOX'], [1, 1, 'INBOX', 1]].map((values) =>
      Buffer.from(JSON.stringify(values)).toString('base64url'),
    ),
  ]) {
    it(`refuses the made-up position ${JSON.stringify(position)}`, async () => {
      await assert.rejects(search(createMail(), { direction: 'after', position, limit: 4 }), {
        code: 'invalid-parameter',
      });
    });
  }

  it('takes a position where no message is', async () => {
    const text = JSON.stringify([START + 1, uid(4711), 'Nowhere']);
    const position = Buffer.from(text).toString('base64url');

    const { messages, hasPrevious, hasNext } = await search(createMail(), {
      direction: 'after',
      position,
      limit: 50,
    });

    assert.deepEqual([messages.length, hasPrevious, hasNext], [5, true, false]);
  });
});
