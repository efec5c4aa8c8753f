/** An answer that does not fit the grammar hides no message, and is counted. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { fetchMessages } from '../../src/adapters/imap/fetch/fetched-messages.ts';
import { ImapMailStore } from '../../src/adapters/imap/imap-mail-store.ts';
import { createSessionOpener } from '../../src/adapters/imap/session/session-opener.ts';
import { SessionPool } from '../../src/adapters/imap/session/session-pool.ts';
import { createWholeMessageReader } from '../../src/adapters/workers/pooled-whole-message-reader.ts';
import { UNMEASURED, type UnreadableAnswer } from '../../src/application/ports/mail-telemetry.ts';
import { asUid } from '../support/domain-values.ts';
import { createTestState } from '../support/memory-state.ts';
import { openSessionFor } from '../support/open-session.ts';
import { startScriptedServer } from '../support/scripted-imap-server.ts';
import { mailboxName, testAccount } from './store-under-test.ts';

const USER = { name: 'alice@example.org', password: 'alice-secret' };
const SIGNAL = new AbortController().signal;
const COUNTS = '(MESSAGES 3 UNSEEN 0 UIDNEXT 4 UIDVALIDITY 7)';
const HEADER = 'Subject: number';

/** One FETCH response; `structure` is the text in its place. */
function fetchResponse(uid: number, items: string, structure: string): string {
  const header = `${HEADER} ${uid}\r\n\r\n`;
  const values = [
    `UID ${uid}`,
    ...(items.includes('RFC822.SIZE') ? [`RFC822.SIZE ${100 + uid}`] : []),
    ...(items.includes('BODYSTRUCTURE') ? [`BODYSTRUCTURE ${structure}`] : []),
    ...(items.includes('HEADER') ? [`BODY[HEADER.FIELDS (SUBJECT)]<0> {${header.length}}\r\n${header}`] : []),
  ];
  return `* ${uid} FETCH (${values.join(' ')})\r\n`;
}

/** A server with three messages, of which the second has a structure that is none. */
async function startBrokenServer(t: TestContext, broken: string) {
  const whole = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 5 1 NIL NIL NIL)';
  const server = await startScriptedServer({
    answer({ line }) {
      const [, set = '', items = ''] = /^UID FETCH (\S+) (.*)$/.exec(line) ?? [];
      if (set === '') return scriptedCounts(line);
      const uids = [1, 2, 3].filter((uid) => set === String(uid) || set === '1:3');
      return uids.map((uid) => fetchResponse(uid, items, uid === 2 ? broken : whole)).join('');
    },
  });
  t.after(() => server.close());
  return server;
}

function scriptedCounts(line: string): string {
  if (line.startsWith('STATUS')) return `* STATUS INBOX ${COUNTS}\r\n`;
  if (line === 'UID SEARCH DELETED') return '* SEARCH\r\n';
  if (line.startsWith('UID SEARCH')) return '* SEARCH 1 2 3\r\n';
  return /^(?:SELECT|EXAMINE)/.test(line) ? '* 3 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n' : '';
}

describe('A message whose answer cannot be read', () => {
  const report = { response: 'FETCH', command: 'UID FETCH', reason: 'syntax', isFirst: true };
  for (const [title, broken, reported] of [
    ['a structure that is no structure', '("TEXT" "PLAIN" NIL NIL 7BIT', [report]],
    // The rest of such a response can be read.
    ['a structure of 100,000 levels', `${'('.repeat(100_000)}"a" "b"${')'.repeat(100_000)}`, []],
  ] as const) {
    it(`is listed with ${title}, with all else that the server tells of it`, async (t) => {
      const server = await startBrokenServer(t, broken);
      const unreadable: UnreadableAnswer[] = [];
      const open = createSessionOpener({
        hostPolicy: {
          vet: async ({ host, port }) => ({ address: host, port }),
          isCleartextAllowed: () => true,
        },
        extraRoots: [],
        wholeMessages: createWholeMessageReader(),
        telemetry: { ...UNMEASURED, addUnreadable: (answer) => unreadable.push(answer) },
      });
      const limits = { maxPerAccount: 1, maxTotal: 1, idleMs: 60_000, now: Date.now };
      const { signInOutcomes } = createTestState();
      const store = new ImapMailStore(new SessionPool({ open, ...limits, signInOutcomes }));
      t.after(() => store.close());

      const page = await store.listMessages(
        {
          account: testAccount(server, USER),
          mailbox: mailboxName('INBOX'),
          query: {
            window: { start: 0, limit: 10 },
            maxRows: 10,
            order: [{ key: 'uid', isDescending: false }],
            criterion: null,
            attributes: new Set(['subject', 'size', 'hasAttachments'] as const),
          },
        },
        SIGNAL,
      );

      assert.deepEqual(
        page.items.map(({ uid, subject, size }) => [Number(uid), subject, size]),
        [
          [1, 'number 1', 101],
          [2, 'number 2', 102],
          [3, 'number 3', 103],
        ],
      );
      assert.deepEqual(unreadable.slice(0, 1), reported);
    });
  }
});

describe('An answer that cannot be read and has no uid', () => {
  it('leads to questions about the messages of its own command only', async (t) => {
    // No two are neighbours, so that they need several commands.
    const uids = Array.from({ length: 3000 }, (_, index) => asUid(10_001 + 2 * index));
    const sets: string[] = [];
    const server = await startScriptedServer({
      answer({ line }) {
        const [, set = ''] = /^UID FETCH (\S+) /.exec(line) ?? [];
        if (set === '') return '';
        sets.push(set);
        const answers = set.split(',').map((uid, index) => `* ${index + 1} FETCH (UID ${uid} FLAGS ())\r\n`);
        // The first message of the first command.
        return sets.length === 1 ? `* 1 FETCH (FLAGS\r\n${answers.slice(1).join('')}` : answers.join('');
      },
    });
    t.after(() => server.close());
    const session = await openSessionFor(t, { account: testAccount(server, USER) }, SIGNAL);

    const messages = await fetchMessages(session, { uids, items: ['FLAGS'] }, SIGNAL);

    const single = sets.filter((set) => !set.includes(','));
    assert.equal(messages.size, uids.length);
    assert.ok(sets.length - single.length > 1, 'one command was enough');
    assert.deepEqual(single, ['10001', '10001']);
  });
});
