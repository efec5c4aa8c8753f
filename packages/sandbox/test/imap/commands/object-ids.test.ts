/** Ids of mailboxes and messages over a real socket (RFC 8474), and the limit of APPEND (RFC 7889). */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { LineClient } from '../../support/line-client.ts';
import { mail } from '../../support/mail-samples.ts';
import { openSandbox, openSession } from '../../support/open-sandbox.ts';

async function open(t: TestContext) {
  const sandbox = await openSandbox(t, { capabilities: { with: ['OBJECTID'] } });
  return { ann: sandbox.user('ann'), client: await openSession(t, sandbox) };
}

async function mailboxId(client: LineClient, name: string): Promise<string> {
  const { untagged } = await client.run(`STATUS ${name} (MAILBOXID)`);
  return /\(MAILBOXID \((F[0-9]+)\)\)$/.exec(untagged[0] ?? '')?.[1] ?? '';
}

describe('MAILBOXID', () => {
  it('is told by CREATE, SELECT and STATUS', async (t) => {
    const { client } = await open(t);
    const { answer } = await client.run('CREATE Work');
    const id = await mailboxId(client, 'Work');
    assert.equal(answer, `OK [MAILBOXID (${id})] Create completed`);
    const { untagged } = await client.run('SELECT Work');
    assert.ok(untagged.includes(`* OK [MAILBOXID (${id})] Id of the mailbox`));
  });

  it('stays through RENAME and a new UIDVALIDITY, and is not given again', async (t) => {
    const { ann, client } = await open(t);
    await client.run('CREATE Work');
    const id = await mailboxId(client, 'Work');
    await client.run('RENAME Work Play');
    ann.setUidValidity('Play', 9);
    assert.equal(await mailboxId(client, 'Play'), id);
    await client.run('CREATE Work');
    assert.notEqual(await mailboxId(client, 'Work'), id);
  });
});

describe('X-GM-MSGID', () => {
  it('is a number that copies share', async (t) => {
    const sandbox = await openSandbox(t, { capabilities: { with: ['X-GM-EXT-1'] } });
    const [ann, client] = [sandbox.user('ann'), await openSession(t, sandbox)];
    ann.deliver(mail());
    ann.deliver(mail({ Subject: 'another' }));
    await client.run('SELECT INBOX');
    await client.run('COPY 1 INBOX');
    const { untagged } = await client.run('FETCH 1:3 X-GM-MSGID');
    const ids = untagged.slice(-3).map((line) => /X-GM-MSGID ([0-9]{1,20})\)/.exec(line)?.[1]);
    assert.deepEqual([ids[0] !== undefined, ids[0] === ids[2], ids[0] === ids[1]], [true, true, false]);
  });
});

describe('EMAILID', () => {
  it('is the same for copies only, and can be searched', async (t) => {
    const { ann, client } = await open(t);
    ann.deliver(mail());
    ann.deliver(mail({ Subject: 'another' }));
    await client.run('SELECT INBOX');
    await client.run('COPY 1 INBOX');
    const { untagged } = await client.run('FETCH 1:3 EMAILID');
    const ids = untagged.slice(-3).map((line) => /EMAILID \((M[0-9a-f]{32})\)/.exec(line)?.[1]);
    assert.deepEqual([ids[0] === ids[2], ids[0] === ids[1]], [true, false]);
    assert.deepEqual((await client.run(`SEARCH EMAILID ${ids[0]}`)).untagged.slice(0, 1), ['* SEARCH 1 3']);
  });
});

describe('OBJECTID', () => {
  it('is nowhere when it is off', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    assert.equal((await client.run('CREATE Work')).answer, 'OK Create completed');
    assert.equal((await client.run('STATUS Work (MAILBOXID)')).answer, 'BAD Unknown status item');
    await client.run('SELECT Work');
    assert.equal((await client.run('FETCH 1 EMAILID')).answer, 'BAD Invalid message set');
    assert.equal((await client.run('SEARCH EMAILID M1')).answer, 'BAD Unknown search key');
  });
});

describe('STATUS (APPENDLIMIT)', () => {
  it('gives the limit, and NIL for none', async (t) => {
    const limited = await openSession(t, await openSandbox(t, { appendLimit: 1000 }));
    assert.deepEqual((await limited.run('STATUS INBOX (APPENDLIMIT)')).untagged, [
      '* STATUS INBOX (APPENDLIMIT 1000)',
    ]);
    const capabilities = { with: ['APPENDLIMIT'] } as const;
    const unlimited = await openSession(t, await openSandbox(t, { capabilities }));
    assert.deepEqual((await unlimited.run('STATUS INBOX (APPENDLIMIT)')).untagged, [
      '* STATUS INBOX (APPENDLIMIT NIL)',
    ]);
  });
});
