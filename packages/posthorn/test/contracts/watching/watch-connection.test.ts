import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ImapWatchConnections } from '../../../src/adapters/imap/watch/imap-watch-connections.ts';
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
