/** States of connected accounts: what refusals, outages and removals do to them. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
  V0,
} from './connected-server.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const FOLDERS = '/MailAccounts/jane/MailFolders';

describe('The state of a connected account', () => {
  let sandbox: Sandbox;
  let server: ConnectedServer;
  beforeEach(async () => {
    sandbox = await startSandbox({ users: [JANE], smtp: true });
    const { imapPort, smtpPort } = sandbox;
    server = await startConnectedServer({ servers: [{ imapPort, smtpPort }] });
  });
  afterEach(async () => {
    await server.close();
    await sandbox.close();
  });

  const connect = (query = '', changes: object = {}) =>
    server.ask({
      method: 'POST',
      url: `/MailAccounts${query}`,
      document: accountDocument({ ...accountAt(sandbox, JANE), ...changes }, 'jane'),
    });
  const stateOf = async () => (await server.ask({ url: '/MailAccounts/jane' })).body.data.attributes;
  const signIns = () => {
    const names = sandbox.recording.map(({ name }) => name);
    sandbox.clearRecording();
    return names.filter((name) => name === 'LOGIN' || name === 'AUTHENTICATE').length;
  };
  const wrong = { login: { mechanism: 'password', user: JANE.name, password: 'old' } };

  it('is reauthentication-needed after the second refusal, and the server is asked no more', async () => {
    await connect('?verify=false', wrong);
    const first = await server.ask({ url: FOLDERS });
    const between = await stateOf();
    const second = await server.ask({ url: FOLDERS });
    const count = signIns();
    const third = await server.ask({ url: FOLDERS });
    const ofVersion0 = await server.ask({ url: `${V0}${FOLDERS}` });
    const after = await stateOf();

    assert.deepEqual([first.status, between.state], [503, 'connecting']);
    assert.deepEqual(
      [second, third].map(({ error }) => error.slice(0, 2)),
      [
        [409, 'reauthentication-needed'],
        [409, 'reauthentication-needed'],
      ],
    );
    assert.deepEqual([ofVersion0.status, count, signIns()], [409, 2, 0]);
    assert.deepEqual([after.state, after.problem.code], ['reauthentication-needed', 'authentication-failed']);
  });

  it('counts requests at the same time as one refusal', async () => {
    await connect('?verify=false', wrong);
    await Promise.all(Array.from({ length: 30 }, () => server.ask({ url: FOLDERS })));

    assert.deepEqual([signIns(), (await stateOf()).state], [1, 'connecting']);
  });

  it('is ok again with the login that a change brings, which is tried first', async () => {
    await connect('?verify=false', wrong);
    await server.ask({ url: FOLDERS });
    await server.ask({ url: FOLDERS });
    const patch = (password: string) =>
      server.ask({
        ...{ method: 'PATCH', url: '/MailAccounts/jane' },
        document: accountDocument({ login: { ...wrong.login, password } }, 'jane'),
      });
    const refused = await patch('also wrong');
    const kept = await stateOf();
    const changed = await patch(JANE.password);

    assert.deepEqual(refused.error, [422, 'authentication-failed', '/data/attributes/login']);
    assert.equal(kept.state, 'reauthentication-needed');
    assert.deepEqual([changed.body.data.id, changed.body.data.attributes.state], ['jane', 'ok']);
    assert.equal((await server.ask({ url: FOLDERS })).status, 200);
  });

  it('keeps its refused login from being tried by switching off and on', async () => {
    await connect('?verify=false', wrong);
    await server.ask({ url: FOLDERS });
    await server.ask({ url: FOLDERS });
    for (const enabled of [false, true]) {
      await server.ask({
        ...{ method: 'PATCH', url: '/MailAccounts/jane' },
        document: accountDocument({ enabled }, 'jane'),
      });
    }

    assert.equal((await stateOf()).state, 'reauthentication-needed');
  });

  it('is unreachable while the server says UNAVAILABLE, never reauthentication-needed, and recovers', async () => {
    await connect('?verify=false');
    const heal = sandbox.faults.add({
      ...{ kind: 'refuse', at: 'command-received', status: 'NO', code: 'UNAVAILABLE' },
      command: 'AUTHENTICATE',
    });
    const healLogin = sandbox.faults.add({
      ...{ kind: 'refuse', at: 'command-received', status: 'NO', code: 'UNAVAILABLE', command: 'LOGIN' },
    });
    const answers = [];
    for (let number = 0; number < 10; number += 1) answers.push(await server.ask({ url: FOLDERS }));
    const away = await stateOf();
    const attempts = signIns();
    heal();
    healLogin();
    await wait(2_100);
    const again = await server.ask({ url: FOLDERS });

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]));
    assert.deepEqual([away.state, away.problem.code], ['unreachable', 'server-unavailable']);
    assert.ok(attempts <= 4, `${attempts} sign-ins`);
    assert.deepEqual([again.status, (await stateOf()).state, (await stateOf()).problem], [200, 'ok', null]);
  });

  it('is unreachable when a warm login meets a server that is gone, and one write says so', async () => {
    await connect();
    await server.ask({ url: FOLDERS });
    await sandbox.close();
    for (let number = 0; number < 20; number += 1) await server.ask({ url: FOLDERS });
    const { state, problem } = await stateOf();
    const row = await server.store.store.accounts.find('jane' as never);

    assert.deepEqual([state, typeof problem.detail], ['unreachable', 'string']);
    assert.equal(row?.epoch, 2);
  });

  it('ends the account of an open request with its removal: nothing is written after', async () => {
    sandbox.user(JANE.name).deliver('Subject: Hi\r\n\r\nHi');
    await connect();
    const list = await server.ask({ url: `${FOLDERS}/INBOX/MessageItems` });
    const [row] = list.body.data;
    const heal = sandbox.faults.add({ kind: 'freeze', at: 'command-received', command: 'STORE' });
    const changing = server.ask({
      ...{ method: 'PATCH', url: `/MessageItems/${row.id}` },
      document: { data: { type: 'MessageItem', id: row.id, attributes: { flagged: true } } },
    });
    await wait(300);
    const removed = await server.ask({ method: 'DELETE', url: '/MailAccounts/jane' });
    const changed = await changing;
    heal();
    const later = await server.ask({ url: FOLDERS });

    assert.deepEqual([removed.status, changed.error.slice(0, 2)], [204, [404, 'mail-account-unknown']]);
    assert.deepEqual(later.error.slice(0, 2), [404, 'mail-account-unknown']);
    assert.deepEqual(sandbox.user(JANE.name).messages()[0]?.flags, []);
  });

  it('ends a submission with the removal of the account, without a copy', async () => {
    await connect();
    await server.ask({ url: FOLDERS });
    const heal = sandbox.faults.add({ kind: 'smtp-freeze', at: 'smtp-command-received', command: 'DATA' });
    const sending = server.ask({
      ...{ method: 'POST', url: '/MailAccounts/jane/MailFolders/Drafts/MessageItems/send' },
      document: {
        data: {
          type: 'MessageItem',
          attributes: { to: [{ address: 'ann@example.org' }], subject: 'Hi', textPlain: 'Hi' },
        },
      },
    });
    await wait(500);
    const removed = await server.ask({ method: 'DELETE', url: '/MailAccounts/jane' });
    const sent = await sending;
    heal();
    await wait(100);

    assert.equal(removed.status, 204);
    assert.ok(sent.status >= 400, String(sent.status));
    assert.deepEqual(sandbox.acceptedMail, []);
    assert.deepEqual(sandbox.user(JANE.name).messages('Sent'), []);
  });
});
