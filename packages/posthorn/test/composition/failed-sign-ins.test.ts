/** What a mail server refuses all at once. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createPosthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import { type ScriptedCommand, startScriptedServer } from '../support/scripted-imap-server.ts';
import { entryOf } from './running-posthorn.ts';

/** As many as one client may have under way. */
const SIGN_INS = 8;
const SPACING_MS = 5;

/** A server that waits for all of the sign-ins and then refuses them. It tells how long after that the last connection was closed. */
async function startRefusingServer(t: TestContext) {
  const commands: ScriptedCommand[] = [];
  let refusedAt = 0;
  let closed = 0;
  let tookMs = 0;
  const server = await startScriptedServer({
    answer(command) {
      commands.push(command);
      command.socket.once('close', () => {
        closed += 1;
        tookMs = performance.now() - refusedAt;
      });
      if (commands.length < SIGN_INS) return undefined;
      refusedAt = performance.now();
      for (const { socket, tag } of commands) {
        socket.write(`${tag} NO [AUTHENTICATIONFAILED] Authentication failed.\r\n`);
      }
      return undefined;
    },
  });
  t.after(() => server.close());
  return { port: server.port, closed: () => closed, tookMs: () => tookMs };
}

describe('Sign-ins that a mail server refuses all at once', () => {
  it('end one after the other, so that those who are signed in do not wait for all of them', async (t) => {
    const { port, closed, tookMs } = await startRefusingServer(t);
    const posthorn = createPosthorn({
      settings: readSettings({ AUTH_PROVIDER: 'single-imap-user', PORT: '0', LOG_LEVEL: 'silent' }),
      mailServers: [entryOf({ imapPort: port })],
      extraRoots: [],
    });
    t.after(() => posthorn.close());
    const signIn = async (_: unknown, index: number): Promise<number> => {
      const authorization = `Basic ${btoa(`user${index}@example.org:wrong`)}`;
      const url = '/rest-api-email/v1/MailAccounts/example/MailFolders';
      return (await posthorn.server.inject({ url, headers: { authorization } })).statusCode;
    };

    const statuses = await Promise.all(Array.from({ length: SIGN_INS }, signIn));

    assert.deepEqual(statuses, Array(SIGN_INS).fill(401));
    while (closed() < SIGN_INS) await wait(SPACING_MS);
    assert.ok(tookMs() >= (SIGN_INS - 1) * SPACING_MS, `All connections were closed within ${tookMs()} ms.`);
  });
});
