/** A server whose answers do not prove that a message is stored elsewhere: it is not removed where it was. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { asUid, code } from '../support/domain-values.ts';
import { type ScriptedCommand, startScriptedServer } from '../support/scripted-imap-server.ts';
import { createTestMailAccess, mailboxName, testAccount } from './store-under-test.ts';
import { newVersion, signal } from './workbench.ts';

const USER = { name: 'alice@example.org', password: 'alice-secret' };
const TAG = /^[A-Z]*\d+$/;
const REMOVAL = /^UID (?:STORE|EXPUNGE)/;

/** INBOX with the drafts 1 to 3; `results` are the response codes of commands. */
async function startServer(t: TestContext, results: Readonly<Record<string, string>>) {
  const removals: string[] = [];
  const answer = ({ tag, line, socket }: ScriptedCommand) => {
    // The lines of a literal are no commands.
    if (!TAG.test(tag)) return undefined;
    if (REMOVAL.test(line)) removals.push(line);
    const result = Object.entries(results).find(([command]) => line.startsWith(command))?.[1];
    if (result === undefined) return untagged(line);
    socket.write(`${tag} OK [${result}] done\r\n`);
    return undefined;
  };
  const server = await startScriptedServer({ capabilities: 'UIDPLUS LITERAL+', answer });
  const access = createTestMailAccess();
  t.after(async () => {
    await access.store.close();
    await server.close();
  });
  return { ...access, removals, account: testAccount(server, USER) };
}

function untagged(line: string): string {
  if (line.startsWith('UID SEARCH')) return '* SEARCH 1 2 3\r\n';
  if (/^(?:SELECT|EXAMINE)/.test(line))
    return '* 3 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 4] ok\r\n';
  const [, set = ''] = /^UID FETCH (\S+)/.exec(line) ?? [];
  const uids = [1, 2, 3].filter((uid) => set.split(',').includes(String(uid)));
  return uids.map((uid) => `* ${uid} FETCH (UID ${uid} FLAGS (\\Draft) RFC822.SIZE 100)\r\n`).join('');
}

describe('A message of which no copy is proved', () => {
  it('stays in its folder when others of the batch were copied', async (t) => {
    const { batchWriter, account, removals } = await startServer(t, { 'UID COPY': 'COPYUID 9 1,3 11,12' });
    const batch = { account, mailbox: mailboxName('INBOX'), uids: [1, 2, 3].map(asUid) };

    const moved = await batchWriter.moveMessages({ ...batch, target: mailboxName('Target') }, signal);

    assert.deepEqual([...moved.keys()].map(Number), [1, 3]);
    assert.deepEqual(removals, ['UID STORE 1,3 +FLAGS.SILENT (\\Deleted)', 'UID EXPUNGE 1,3']);
  });

  it('stays when its new version was stored in a re-created folder', async (t) => {
    const { writer, account, removals } = await startServer(t, { APPEND: 'APPENDUID 8 2' });
    const message = { account, mailbox: mailboxName('INBOX'), uid: asUid(1), uidValidity: 7 };

    await assert.rejects(
      writer.replaceMessage({ ...message, version: newVersion('new') }, signal),
      code('protocol-failure'),
    );

    assert.deepEqual(removals, []);
  });
});
