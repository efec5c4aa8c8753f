/** The line that each request leaves in the log. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger } from '../../src/observability/logger.ts';
import { buildMessage } from '../support/message-samples.ts';
import { startRunningPosthorn, USER } from './running-posthorn.ts';

interface Line {
  readonly msg: string;
  readonly time: string;
  readonly durationMs: number;
  readonly octets: number;
}

async function startLogged(t: TestContext) {
  const texts: string[] = [];
  const destination = { write: (line: string) => texts.push(line) };
  const logger = createLogger({ level: 'info', environment: 'staging', destination });
  const running = await startRunningPosthorn(t, { overrides: { logger: () => logger } });
  const requestLines = (): readonly Line[] =>
    texts.map((text) => JSON.parse(text) as Line).filter(({ msg }) => /answered|went away/.test(msg));
  const untilLogged = async (count: number): Promise<readonly Line[]> => {
    while (requestLines().length < count) await nextTurn();
    return requestLines();
  };
  return { ...running, untilLogged, log: () => texts.join('') };
}

describe('the log line of a request', () => {
  it('tells the route, what came of it and what it cost, under the id of the request', async (t) => {
    const { request, untilLogged } = await startLogged(t);
    await (await request('/MailFolders')).text();

    const id = 'trace-0123456789';
    await (
      await request('/MailFolders/INBOX/MessageItems?start=0&limit=5', { headers: { 'x-request-id': id } })
    ).text();

    const [, line] = await untilLogged(2);
    const { time, durationMs, octets, ...fixed } = line ?? {};
    assert.deepEqual(fixed, {
      level: 'info',
      environment: 'staging',
      reqId: id,
      method: 'GET',
      route: '/rest-api-email/v0/MailAccounts/:mailAccountId/MailFolders/:mailFolderId/MessageItems',
      status: 200,
      // SELECT, the order, the rows, their texts.
      imapRoundTrips: 4,
      msg: 'request answered',
    });
    assert.match(String(time), /Z$/);
    assert.ok(Number(durationMs) >= 0 && Number(octets) > 100);
  });

  it('says when the client did not wait for the answer', async (t) => {
    const { request, sandbox, untilLogged } = await startLogged(t);
    sandbox.faults.add({ kind: 'delay', ms: 60_000, at: 'command-received', command: 'LIST' });
    const abort = new AbortController();
    const hanging = request('/MailFolders', { signal: abort.signal });
    while (!sandbox.recording.some(({ name }) => name === 'LIST')) await nextTurn();

    abort.abort();

    await assert.rejects(hanging);
    const [line] = await untilLogged(1);
    assert.deepEqual([line?.msg, (line as unknown as { status: number }).status], ['client went away', 499]);
  });

  it('names no user, folder, query or address of a client', async (t) => {
    const { request, sandbox, untilLogged, log } = await startLogged(t);
    sandbox.user(USER).createMailbox('Geheimes');
    sandbox.user(USER).deliver(buildMessage({ subject: 'Betreff' }), { mailbox: 'Geheimes' });

    await (await request('/MailFolders/Geheimes/MessageItems?start=0&limit=5&secret=1')).text();
    await (await request('/Geheimes')).text();

    await untilLogged(2);
    for (const word of ['ann', 'Geheimes', 'Betreff', 'secret', '"ip"', 'remoteAddress']) {
      assert.ok(!log().includes(word), word);
    }
  });
});
