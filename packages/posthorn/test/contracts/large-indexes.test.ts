/** The indexes of all mailboxes share one budget, whatever their servers say and whoever keeps them current. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_PREVIEW, type MessageQuery } from '../../src/domain/messages/message-query.ts';
import { type HostileScript, startHostileServer } from '../support/hostile-imap-server.ts';
import { liveBufferOctets } from '../support/live-memory.ts';
import { createTestMailStore, mailboxName, testAccount } from './store-under-test.ts';

const MESSAGES = 1_000_000;
/** Their indexes are 6 MB each. */
const USERS = 40;
/** 64 MiB of indexes, as much of orders, and the sessions. */
const MAX_OCTETS = 160 * 1024 * 1024;
/** Another thread frees what a collection has found. */
const FREEING_MS = 200;
const SETTLED_AFTER = 5;

const ofMillions: HostileScript = ({ tag, line }) => {
  if (line.startsWith('SELECT')) {
    return `* ${MESSAGES} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT ${MESSAGES + 1}] ok\r\n${tag} OK done\r\n`;
  }
  if (line.startsWith('STATUS')) {
    return `* STATUS INBOX (MESSAGES ${MESSAGES} UNSEEN 0 UIDNEXT ${MESSAGES + 1} UIDVALIDITY 7)\r\n${tag} OK done\r\n`;
  }
  if (!line.startsWith('UID S')) return undefined;
  return `* ESEARCH (TAG "${tag}") UID ALL 1:${MESSAGES}\r\n${tag} OK done\r\n`;
};

describe('The indexes of many mailboxes of a million messages', () => {
  it('share one budget, with those that warm sessions keep current', async (t) => {
    const names = Array.from({ length: USERS }, (_, index) => `user${index}`);
    const server = await startHostileServer(
      Object.fromEntries(names.map((name) => [name, ofMillions])),
      'IMAP4rev1 ESEARCH SORT ESORT',
    );
    t.after(() => server.close());
    const store = createTestMailStore();
    t.after(() => store.close());
    const before = liveBufferOctets();

    for (const name of names) {
      const user = { name: `${name}@example.org`, password: 'secret' };
      const query: MessageQuery = {
        ...{ window: { start: 0, limit: 1 }, maxRows: 1, criterion: null, preview: DEFAULT_PREVIEW },
        order: [{ key: 'subject', isDescending: false }],
        attributes: new Set(['seen']),
      };
      const account = testAccount({ host: '127.0.0.1', port: server.port }, user);
      await store.listMessages(
        { account, mailbox: mailboxName('INBOX'), query },
        AbortSignal.timeout(60_000),
      );
    }
    const octets = (await settledOctets()) - before;

    t.diagnostic(`${Math.round(octets / 2 ** 20)} MiB`);
    assert.ok(octets < MAX_OCTETS, `${octets} octets`);
  });
});

/** The least of several collections. */
async function settledOctets(): Promise<number> {
  let least = liveBufferOctets();
  for (let repetition = 0; repetition < SETTLED_AFTER; repetition += 1) {
    await wait(FREEING_MS);
    least = Math.min(least, liveBufferOctets());
  }
  return least;
}
