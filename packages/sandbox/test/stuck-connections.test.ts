/** Connections that freeze, drip, never end an answer, or send what belongs nowhere. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Fault } from '../src/faults.ts';
import { randomOctets } from '../src/random-octets.ts';
import { plainResponse } from './support/authentication.ts';
import { connectToFault, selectWithFault } from './support/faulty-sandbox.ts';
import { LineClient } from './support/line-client.ts';
import { openSandbox } from './support/open-sandbox.ts';
import { orNothing } from './support/patience.ts';

describe('A connection that freezes', () => {
  it('is silent from the start', async (t) => {
    const client = await connectToFault(t, { kind: 'freeze', at: 'before-greeting' });
    assert.equal(await orNothing(client.read()), 'nothing');
  });

  it('is silent behind the greeting', async (t) => {
    const client = await connectToFault(t, { kind: 'freeze', at: 'after-greeting' });
    assert.match((await client.read()) ?? '', /^\* OK /);
    client.send('a NOOP\r\n');
    assert.equal(await orNothing(client.read()), 'nothing');
  });

  it('is silent in a command, before or behind its effect, and takes no other', async (t) => {
    const { ann, client } = await selectWithFault(t, {
      kind: 'freeze',
      at: 'before-answer',
      command: 'APPEND',
    });
    client.send('a APPEND INBOX {2+}\r\n\r\n\r\nb UID STORE 1 +FLAGS (\\Seen)\r\n');
    assert.equal(await client.read(), '* 2 EXISTS');
    assert.equal(await client.read(), '* 2 RECENT');
    assert.equal(await orNothing(client.read()), 'nothing');
    assert.deepEqual(
      ann.messages().map(({ flags }) => flags),
      [[], []],
    );
  });

  it('is silent in the middle of a literal', async (t) => {
    const { client } = await selectWithFault(t, { kind: 'freeze', at: 'mid-literal' });
    client.send('a UID FETCH 1 BODY.PEEK[TEXT]\r\n');
    assert.equal(await client.readLine(), '* 1 FETCH (UID 1 BODY[TEXT] {1000}');
    assert.equal((await client.readOctets(500))?.length, 500);
    assert.equal(await orNothing(client.readOctets(1)), 'nothing');
  });

  it('is silent in the middle of a literal of the client', async (t) => {
    const { ann, client } = await selectWithFault(t, { kind: 'freeze', at: 'within-literal' });
    client.send('a APPEND INBOX {4}\r\nabcd\r\n');
    assert.equal(await client.read(), '+ OK');
    assert.equal(await orNothing(client.read()), 'nothing');
    assert.equal(ann.messages().length, 1);
  });

  it('tells no news while the client is in IDLE, and does not hear DONE', async (t) => {
    const { ann, client } = await selectWithFault(t, { kind: 'freeze', at: 'notification' });
    client.send('a IDLE\r\n');
    await client.read();
    ann.deliver('\n');
    client.send('DONE\r\n');
    assert.equal(await orNothing(client.read()), 'nothing');
  });

  it('ends with the sandbox', async (t) => {
    const { sandbox, client } = await selectWithFault(t, { kind: 'freeze', at: 'command-received' });
    client.send('a NOOP\r\n');
    assert.equal(await orNothing(client.read()), 'nothing');
    await sandbox.close();
    assert.equal(await client.read(), undefined);
  });
});

describe('A connection that drips', () => {
  it('sends one octet after the other, also the last ones', async (t) => {
    const { client } = await selectWithFault(t, {
      kind: 'drip',
      at: 'command-received',
      command: 'LOGOUT',
      ms: 2,
    });
    const start = performance.now();
    const { untagged, answer } = await client.run('LOGOUT');
    assert.deepEqual([untagged, answer], [['* BYE Logging out'], 'OK Logout completed']);
    assert.ok(performance.now() - start >= '* BYE Logging out\r\na OK Logout completed\r\n'.length);
    assert.equal(await client.read(), undefined);
  });
});

describe('An answer without end', () => {
  it('repeats an untagged answer until the client leaves', async (t) => {
    const { sandbox, client } = await selectWithFault(t, {
      kind: 'endless',
      what: 'untagged',
      at: 'command-received',
    });
    const before = sandbox.counters.octetsSent;
    client.send('a NOOP\r\n');
    for (let count = 0; count < 10_000; count++) assert.equal(await client.read(), '* OK Still here');
    client.close();
    assert.ok(sandbox.counters.octetsSent - before > 100_000);
  });

  it('announces a literal of 4 GiB and fills it', async (t) => {
    const { client } = await selectWithFault(t, { kind: 'endless', what: 'literal', at: 'command-received' });
    client.send('a UID FETCH 1 BODY.PEEK[]\r\n');
    assert.equal(await client.readLine(), '* 1 FETCH (UID 1 BODY[] {4294967295}');
    assert.equal((await client.readOctets(1_000_000))?.equals(Buffer.alloc(1_000_000, 'x')), true);
  });
});

describe('Garbage', () => {
  it('is the same octets for the same seed', async (t) => {
    const { client } = await selectWithFault(t, {
      kind: 'garbage',
      what: 'octets',
      at: 'command-received',
      seed: 7,
    });
    client.send('a NOOP\r\n');
    const octets = await client.readOctets(1024);
    assert.equal(octets?.equals(randomOctets({ seed: 7 })), true);
    assert.ok(new Set(octets).size > 200);
    assert.equal(randomOctets({ seed: 8 }).equals(randomOctets({ seed: 7 })), false);
  });

  it('is an answer under a tag that no command had', async (t) => {
    const { client } = await selectWithFault(t, {
      kind: 'garbage',
      what: 'wrong-tag',
      at: 'before-answer',
      nth: 1,
    });
    client.send('a NOOP\r\n');
    assert.equal(await client.read(), 'a-not-yours OK Nothing to do');
    assert.equal((await client.run('NOOP')).answer, 'OK Nothing to do');
  });

  it('is a message that nobody has asked for', async (t) => {
    const { client } = await selectWithFault(t, {
      kind: 'garbage',
      what: 'unasked-uid',
      at: 'before-answer',
      uid: 9,
    });
    assert.deepEqual((await client.run('UID FETCH 1 UID')).untagged, [
      '* 1 FETCH (UID 1)',
      '* 1 FETCH (UID 9 FLAGS (\\Deleted))',
    ]);
  });
});

describe('A connection of the SMTP sink', () => {
  async function open(t: TestContext, fault: Fault) {
    const sandbox = await openSandbox(t, { smtp: true });
    sandbox.faults.add(fault);
    const client = await LineClient.connect(sandbox.smtpPort ?? 0);
    t.after(() => client.close());
    return { sandbox, client };
  }

  /** Sends each line and reads the answer to it. */
  async function say(client: LineClient, ...lines: readonly string[]): Promise<string | undefined> {
    let answer: string | undefined;
    for (const line of lines) {
      client.send(`${line}\r\n`);
      answer = await client.read();
    }
    return answer;
  }

  async function logIn(client: LineClient): Promise<void> {
    await client.read();
    await say(client, 'HELO test', `AUTH PLAIN ${plainResponse('ann', 'secret')}`);
  }

  it('freezes before its greeting', async (t) => {
    const { client } = await open(t, { kind: 'smtp-freeze', at: 'smtp-before-greeting' });
    assert.equal(await orNothing(client.read()), 'nothing');
  });

  it('freezes at one command and takes no other', async (t) => {
    const { client } = await open(t, { kind: 'smtp-freeze', at: 'smtp-command-received', command: 'RCPT' });
    await logIn(client);
    assert.match((await say(client, 'MAIL FROM:<a@example.org>')) ?? '', /^250 /);
    client.send('RCPT TO:<b@example.org>\r\nQUIT\r\n');
    assert.equal(await orNothing(client.read()), 'nothing');
  });

  for (const [at, kept] of [
    ['smtp-data-received', 0],
    ['smtp-before-data-reply', 1],
  ] as const) {
    it(`freezes at ${at}`, async (t) => {
      const { sandbox, client } = await open(t, { kind: 'smtp-freeze', at });
      await logIn(client);
      await say(client, 'MAIL FROM:<a@example.org>', 'RCPT TO:<b@example.org>', 'DATA');
      client.send('\r\n.\r\nQUIT\r\n');
      assert.equal(await orNothing(client.read()), 'nothing');
      assert.equal(sandbox.acceptedMail.length, kept);
    });
  }

  it('drips from the greeting to the end', async (t) => {
    const { client } = await open(t, { kind: 'smtp-drip', at: 'smtp-before-greeting', ms: 2 });
    const start = performance.now();
    assert.match((await client.read()) ?? '', /^220 posthorn-sandbox/);
    assert.ok(performance.now() - start >= '220 posthorn-sandbox'.length);
    assert.match((await say(client, 'QUIT')) ?? '', /^221 /);
    assert.equal(await client.read(), undefined);
  });

  it('is dropped at one command', async (t) => {
    const { client } = await open(t, { kind: 'smtp-drop', at: 'smtp-command-received', command: 'HELO' });
    await client.read();
    assert.equal(await say(client, 'HELO test'), undefined);
  });
});
