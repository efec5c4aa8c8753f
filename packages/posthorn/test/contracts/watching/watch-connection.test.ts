import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ImapWatchConnections } from '../../../src/adapters/imap/watch/imap-watch-connections.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import { positionAt } from '../../../src/domain/mailboxes/mailbox-position.ts';
import { type ScriptedCommand, startScriptedServer } from '../../support/scripted-imap-server.ts';
import { openTestPool } from '../changes/events-bench.ts';
import { testAccount } from '../store-under-test.ts';

const USER = { name: 'alice@example.org', password: 'secret' };
const EXAMINED = '* FLAGS (\\Seen)\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 2]\r\n';

/** Ends IDLE by itself, in one packet with a report. */
function answer({ tag, line, socket }: ScriptedCommand): string | undefined {
  if (/^(?:EXAMINE|SELECT) /.test(line)) return EXAMINED;
  if (line !== 'IDLE') return '';
  socket.write(`+ idling\r\n* 2 EXISTS\r\n${tag} OK the server ends it\r\n`);
  return undefined;
}

/** A message that goes after the first search for a flag. */
function answerUntilGone(): (command: ScriptedCommand) => string {
  let isGone = false;
  return ({ line }) => {
    if (/^(?:EXAMINE|SELECT) /.test(line)) return EXAMINED;
    if (line.startsWith('STATUS ')) return '* STATUS INBOX (MESSAGES 1 UIDNEXT 2 UIDVALIDITY 1)\r\n';
    if (!line.startsWith('UID SEARCH ')) return '';
    if (!isGone && line === 'UID SEARCH FLAGGED') {
      isGone = true;
      return '* 1 EXPUNGE\r\n* SEARCH\r\n';
    }
    return isGone ? '* SEARCH\r\n' : '* SEARCH 1\r\n';
  };
}

async function connectTo(
  t: TestContext,
  options: {
    readonly capabilities: string;
    readonly answer: (command: ScriptedCommand) => string | undefined;
  },
) {
  const server = await startScriptedServer(options);
  const pool = openTestPool();
  t.after(async () => {
    await pool.close();
    await server.close();
  });
  const signal = AbortSignal.timeout(10_000);
  const request = { account: testAccount(server, USER), isNew: false };
  return { signal, connection: await new ImapWatchConnections(pool).open(request, signal) };
}

async function readSnapshotFrom(t: TestContext, answerLine: (command: ScriptedCommand) => string) {
  const { connection, signal } = await connectTo(t, { capabilities: '', answer: answerLine });
  const snapshot = await connection.readSnapshot('INBOX' as MailboxName, signal);
  await connection.close();
  return {
    ...snapshot,
    flags: [...snapshot.flags].map(([name, uids]) => [name, [...uids.bounds]]),
  };
}

/** A message that comes with a keyword that is new in the mailbox, once it is open. */
function answerWithNews(): (command: ScriptedCommand) => string {
  let hasCome = false;
  return ({ line }) => {
    if (/^(?:EXAMINE|SELECT) /.test(line)) return EXAMINED;
    if (line === 'NOOP' && !hasCome) {
      hasCome = true;
      return '* FLAGS (\\Seen later [odd)\r\n* 2 EXISTS\r\n';
    }
    if (line.startsWith('STATUS ')) return '* STATUS INBOX (MESSAGES 2 UIDNEXT 3 UIDVALIDITY 1)\r\n';
    if (line === 'UID SEARCH ALL') return '* SEARCH 1 2\r\n';
    if (/^UID SEARCH KEYWORD (?:LATER|\[ODD)$/.test(line)) return '* SEARCH 2\r\n';
    return line.startsWith('UID SEARCH ') ? '* SEARCH\r\n' : '';
  };
}

describe('A snapshot of a mailbox', () => {
  it('has keywords that appear in the open mailbox', async (t) => {
    const { flags, hasKeywords } = await readSnapshotFrom(t, answerWithNews());

    assert.equal(hasKeywords, true);
    assert.deepEqual(flags, [
      ['later', [2, 2]],
      ['[odd', [2, 2]],
    ]);
  });

  it('has nothing of a message that goes while its flags are read', async (t) => {
    const { counts, uids, flags } = await readSnapshotFrom(t, answerUntilGone());

    assert.deepEqual([counts.total, uids.size, flags], [0, 0, []]);
  });
});

const HEADER = 'Message-ID: <4@test>\r\n\r\n';

/** Two messages, the second with the uid 4. It refuses uids of no message. */
function answerWithGap({ tag, line, socket }: ScriptedCommand): string | undefined {
  if (/^(?:EXAMINE|SELECT) /.test(line))
    return '* FLAGS (\\Seen)\r\n* 2 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [HIGHESTMODSEQ 9]\r\n';
  if (line.startsWith('STATUS '))
    return '* STATUS INBOX (MESSAGES 2 UNSEEN 0 UIDNEXT 5 UIDVALIDITY 1 HIGHESTMODSEQ 9)\r\n';
  if (line.startsWith('UID SEARCH ')) return '* SEARCH 4 (MODSEQ 9)\r\n';
  if (line.startsWith('UID FETCH 4 '))
    return `* 2 FETCH (UID 4 FLAGS (\\Flagged) BODY[HEADER.FIELDS (MESSAGE-ID)]<0> {${HEADER.length}}\r\n${HEADER})\r\n`;
  if (!line.startsWith('UID FETCH ')) return '';
  socket.write(`${tag} NO there is no such message\r\n`);
  return undefined;
}

describe('Changes of a mailbox', () => {
  it('have a new message also where its uid was not the next and the server refuses that', async (t) => {
    const { connection, signal } = await connectTo(t, { capabilities: 'CONDSTORE', answer: answerWithGap });
    const counts = { total: 1, unread: 0, uidNext: 2, uidValidity: 1, highestModSeq: '1' };
    const request = { mailbox: 'INBOX' as MailboxName, since: positionAt(counts), limit: 10 };

    const { created, names } = await connection.readChanges(request, signal);

    await connection.close();
    assert.deepEqual(
      created.map(({ uid, flagged }) => [uid, flagged, names.get(uid)?.messageId]),
      [[4, true, '4@test']],
    );
  });
});

it('Flags are compared before new messages are read where STATUS has no mod-sequences', async (t) => {
  const lines: string[] = [];
  const { connection, signal } = await connectTo(t, {
    capabilities: 'CONDSTORE',
    answer(command) {
      lines.push(command.line.split(' (')[0] ?? '');
      if (command.line.startsWith('STATUS '))
        return '* STATUS INBOX (MESSAGES 2 UNSEEN 0 UIDNEXT 5 UIDVALIDITY 1)\r\n';
      return answerWithGap(command);
    },
  });
  const counts = { total: 1, unread: 0, uidNext: 2, uidValidity: 1, highestModSeq: null };
  const request = { mailbox: 'INBOX' as MailboxName, since: positionAt(counts), limit: 10 };

  await connection.readChanges(request, signal);

  await connection.close();
  assert.deepEqual(
    lines.filter((line) => line.includes('FETCH')),
    ['FETCH 1:2', 'UID FETCH 4'],
  );
});

describe('A list of mailboxes', () => {
  it('has identities and names as they are, whatever is reported beside it', async (t) => {
    const items = (id: string) => `(MESSAGES 1 UNSEEN 0 UIDNEXT 2 UIDVALIDITY 7 MAILBOXID (${id}))`;
    const lines = [
      ...['LIST () "/" Kept', `STATUS Kept ${items('F1')}`, 'LIST () "/" Old', `STATUS Old ${items('F2')}`],
      ...['STATUS Kept (UIDNEXT 3 MESSAGES 2 UIDVALIDITY 7 UNSEEN 1)', 'LIST () "/" New ("OLDNAME" ("Old"))'],
    ];
    const { connection, signal } = await connectTo(t, {
      capabilities: 'LIST-STATUS OBJECTID',
      answer({ line }) {
        if (line.startsWith('LIST ')) return lines.map((each) => `* ${each}\r\n`).join('');
        return line.startsWith('STATUS "New" ') ? `* STATUS New ${items('F2')}\r\n` : '';
      },
    });

    const listed = await connection.listMailboxes(signal);

    await connection.close();
    assert.deepEqual(
      listed.map(({ name, mailboxId, counts }) => [name, mailboxId, counts?.total, counts?.unread]),
      [
        ['Kept', 'F1', 2, 1],
        ['New', 'F2', 1, 0],
      ],
    );
  });
});

describe('A connection that waits for news', () => {
  it('returns what was reported in the moment when the server ended IDLE', async (t) => {
    const server = await startScriptedServer({ capabilities: 'IDLE', answer });
    const pool = openTestPool();
    t.after(async () => {
      await pool.close();
      await server.close();
    });
    const signal = AbortSignal.timeout(10_000);
    const request = { account: testAccount(server, USER), isNew: false };
    const connection = await new ImapWatchConnections(pool).open(request, signal);
    await connection.waitForNews(60_000, signal);

    const news = await connection.waitForNews(60_000, signal);

    await connection.close();
    assert.deepEqual([...(news ?? [])], ['INBOX']);
  });
});
