import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ImapWatchConnections } from '../../../src/adapters/imap/watch/imap-watch-connections.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
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

async function readSnapshotFrom(t: TestContext, answerLine: (command: ScriptedCommand) => string) {
  const server = await startScriptedServer({ capabilities: '', answer: answerLine });
  const pool = openTestPool();
  t.after(async () => {
    await pool.close();
    await server.close();
  });
  const signal = AbortSignal.timeout(10_000);
  const request = { account: testAccount(server, USER), isNew: false };
  const connection = await new ImapWatchConnections(pool).open(request, signal);
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
