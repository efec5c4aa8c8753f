/** Faults as a client meets them, over a real socket. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fault } from '../src/faults.ts';
import { connectToFault, selectWithFault } from './support/faulty-sandbox.ts';
import type { Reply } from './support/line-client.ts';
import { mail } from './support/mail-samples.ts';
import { openClient, openSandbox, openSession } from './support/open-sandbox.ts';
import { TLS_CREDENTIALS } from './support/tls-credentials.ts';

const CLOSED: Reply = { untagged: [], answer: 'closed' };

describe('A fault at the greeting', () => {
  it('drops the connection before it', async (t) => {
    const client = await connectToFault(t, { kind: 'drop', at: 'before-greeting' });
    assert.equal(await client.read(), undefined);
  });

  it('drops the connection after it', async (t) => {
    const client = await connectToFault(t, { kind: 'drop', at: 'after-greeting' });
    assert.match((await client.read()) ?? '', /^\* OK /);
    assert.equal(await client.read(), undefined);
  });

  it('says BYE', async (t) => {
    const client = await connectToFault(t, {
      kind: 'bye',
      at: 'before-greeting',
      text: '[UNAVAILABLE] Later',
    });
    assert.equal(await client.read(), '* BYE [UNAVAILABLE] Later');
    assert.equal(await client.read(), undefined);
  });

  it('sends garbage', async (t) => {
    const client = await connectToFault(t, { kind: 'greeting', line: 'HTTP/1.1 400 Bad Request' });
    assert.equal(await client.read(), 'HTTP/1.1 400 Bad Request');
  });

  it('lets the client in without a password', async (t) => {
    const client = await connectToFault(t, { kind: 'preauth', as: 'ann' });
    assert.match((await client.read()) ?? '', /^\* PREAUTH /);
    assert.equal((await client.run('SELECT INBOX')).answer, 'OK [READ-WRITE] Select completed');
  });

  it('makes the client wait', async (t) => {
    const start = performance.now();
    const client = await connectToFault(t, { kind: 'delay', at: 'before-greeting', ms: 60 });
    await client.read();
    assert.ok(performance.now() - start >= 50);
  });
});

describe('A fault at a command', () => {
  it('drops the connection before the command has an effect', async (t) => {
    const { ann, client } = await selectWithFault(t, {
      kind: 'drop',
      at: 'command-received',
      command: 'APPEND',
    });
    assert.deepEqual(await client.run('APPEND INBOX {2+}\r\n\r\n'), CLOSED);
    assert.equal(ann.messages().length, 1);
  });

  it('drops the connection between the effect and the answer', async (t) => {
    const { ann, client } = await selectWithFault(t, {
      kind: 'drop',
      at: 'before-answer',
      command: 'APPEND',
    });
    assert.deepEqual(await client.run('APPEND INBOX {2+}\r\n\r\n'), {
      untagged: ['* 2 EXISTS', '* 2 RECENT'],
      answer: 'closed',
    });
    assert.equal(ann.messages().length, 2);
  });

  it('drops the connection after the answer', async (t) => {
    const { client } = await selectWithFault(t, { kind: 'drop', at: 'after-answer', command: 'NOOP' });
    assert.equal((await client.run('NOOP')).answer, 'OK Nothing to do');
    assert.equal(await client.read(), undefined);
  });

  it('drops the connection inside a literal', async (t) => {
    const { client } = await selectWithFault(t, { kind: 'drop', at: 'mid-literal', command: 'FETCH' });
    client.send('a UID FETCH 1 BODY.PEEK[TEXT]\r\n');
    assert.equal(await client.read(), '* 1 FETCH (UID 1 BODY[TEXT] {1000}\r\n');
  });

  it('drops the connection before the client is asked for a literal', async (t) => {
    const { ann, client } = await selectWithFault(t, {
      kind: 'drop',
      at: 'literal-announced',
      command: 'APPEND',
    });
    assert.deepEqual(await client.run('APPEND INBOX {2}'), CLOSED);
    assert.equal(ann.messages().length, 1);
  });

  it('drops the connection inside a literal of the client', async (t) => {
    const { ann, client } = await selectWithFault(t, {
      kind: 'drop',
      at: 'within-literal',
      command: 'APPEND',
    });
    client.send('a APPEND INBOX {8}\r\nA: b');
    assert.deepEqual(await client.readReply(), { untagged: ['+ OK'], answer: 'closed' });
    assert.equal(ann.messages().length, 1);
  });

  for (const literal of ['{2}\r\n', '{2+}\r\n\r\n\r\n']) {
    it(`refuses a literal that is announced by ${JSON.stringify(literal)}, and the connection goes on`, async (t) => {
      const { client } = await selectWithFault(t, {
        kind: 'refuse',
        at: 'literal-announced',
        command: 'APPEND',
        status: 'NO',
        code: 'OVERQUOTA',
        text: 'Full',
      });
      client.send(`a APPEND INBOX ${literal}`);
      assert.deepEqual(await client.readReply(), { untagged: [], answer: 'NO [OVERQUOTA] Full' });
      assert.equal((await client.run('NOOP')).answer, 'OK Nothing to do');
    });
  }

  it('says BYE instead of the answer', async (t) => {
    const { client } = await selectWithFault(t, {
      kind: 'bye',
      at: 'command-received',
      command: 'STATUS',
      text: 'Gone',
    });
    assert.deepEqual(await client.run('STATUS INBOX (MESSAGES)'), {
      untagged: ['* BYE Gone'],
      answer: 'closed',
    });
  });

  it('refuses with a code and a text, and the connection goes on', async (t) => {
    const { client } = await selectWithFault(t, {
      kind: 'refuse',
      at: 'command-received',
      command: 'SELECT',
      status: 'NO',
      code: 'INUSE',
      text: 'Try again',
    });
    assert.deepEqual(await client.run('SELECT INBOX'), { untagged: [], answer: 'NO [INUSE] Try again' });
    assert.equal((await client.run('NOOP')).answer, 'OK Nothing to do');
  });

  it('refuses a command that had its effect', async (t) => {
    const { ann, client } = await selectWithFault(t, {
      kind: 'refuse',
      at: 'before-answer',
      command: 'STORE',
      status: 'BAD',
    });
    const { answer } = await client.run('UID STORE 1 +FLAGS.SILENT (\\Seen)');
    assert.equal(answer, 'BAD Refused by a fault of the sandbox');
    assert.deepEqual(ann.messages()[0]?.flags, ['\\Seen']);
  });

  it('sends a line that does not belong there', async (t) => {
    const { client } = await selectWithFault(t, {
      kind: 'send',
      at: 'before-answer',
      line: '* OK [ALERT] Pay now',
    });
    assert.deepEqual((await client.run('NOOP')).untagged, ['* OK [ALERT] Pay now']);
  });

  it('sends a line in the clear behind the answer to STARTTLS', async (t) => {
    const sandbox = await openSandbox(t, { tls: TLS_CREDENTIALS });
    sandbox.faults.add({ kind: 'send', at: 'after-answer', command: 'STARTTLS', line: '* CAPABILITY EVIL' });
    const client = await openClient(t, sandbox);
    await client.run('STARTTLS');
    assert.equal(await client.read(), '* CAPABILITY EVIL');
  });

  it('answers FETCH without data', async (t) => {
    const { client } = await selectWithFault(t, { kind: 'fetch-without-data' });
    assert.deepEqual(await client.run('UID FETCH 1 FLAGS'), { untagged: [], answer: 'OK Fetch completed' });
  });

  it('answers FETCH with a wrong uid', async (t) => {
    const { client } = await selectWithFault(t, { kind: 'wrong-uid', uid: 777 });
    assert.deepEqual((await client.run('UID FETCH 1 UID')).untagged, ['* 1 FETCH (UID 777)']);
  });

  it('changes UIDVALIDITY just before SELECT', async (t) => {
    const { ann, client } = await selectWithFault(t, {
      kind: 'new-uid-validity',
      at: 'command-received',
      command: 'SELECT',
      mailbox: 'INBOX',
    });
    const before = ann.mailboxes()[0]?.uidValidity ?? 0;
    const { untagged } = await client.run('SELECT INBOX');
    const after = ann.mailboxes()[0]?.uidValidity ?? 0;
    assert.ok(after > before);
    assert.ok(untagged.includes(`* OK [UIDVALIDITY ${after}] UIDs valid`));
  });
});

describe('A fault during IDLE', () => {
  it('drops the connection when there is news', async (t) => {
    const { ann, client } = await selectWithFault(t, { kind: 'drop', at: 'notification', nth: 2 });
    client.send('a IDLE\r\n');
    assert.equal(await client.read(), '+ idling');
    ann.deliver(mail());
    assert.equal(await client.read(), undefined);
  });

  it('silences the server', async (t) => {
    const { ann, client } = await selectWithFault(t, { kind: 'silence' });
    client.send('a IDLE\r\n');
    await client.read();
    ann.deliver(mail());
    client.send('DONE\r\n');
    assert.deepEqual(await client.readReply(), {
      untagged: ['* 2 EXISTS', '* 2 RECENT'],
      answer: 'OK Idle completed',
    });
  });
});

describe('The scope of a fault', () => {
  const LIMIT: Fault = {
    kind: 'refuse',
    at: 'command-received',
    command: 'LOGIN',
    status: 'NO',
    code: 'LIMIT',
    text: 'Too many',
  };

  it('can be one user, whom LOGIN names', async (t) => {
    const users = ['ann', 'bob'].map((name) => ({ name, password: 'secret' }));
    const sandbox = await openSandbox(t, { users });
    sandbox.faults.add({ ...LIMIT, user: 'bob' });
    const client = await openClient(t, sandbox);
    assert.equal((await client.run('LOGIN bob secret')).answer, 'NO [LIMIT] Too many');
    assert.match((await client.run('LOGIN ann secret')).answer, /^OK /);
  });

  it('can be the nth time', async (t) => {
    const sandbox = await openSandbox(t);
    sandbox.faults.add({ ...LIMIT, nth: 2 });
    const login = async () =>
      (await (await openClient(t, sandbox)).run('LOGIN ann secret')).answer.slice(0, 10);
    assert.deepEqual(
      [await login(), await login(), await login()],
      ['OK [CAPABI', 'NO [LIMIT]', 'OK [CAPABI'],
    );
  });

  it('ends when the fault is removed or all are cleared', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openSession(t, sandbox);
    const bad: Fault = { kind: 'refuse', at: 'command-received', command: 'NOOP', status: 'BAD', text: 'x' };
    const remove = sandbox.faults.add(bad);
    assert.equal((await client.run('NOOP')).answer, 'BAD x');
    remove();
    assert.equal((await client.run('NOOP')).answer, 'OK Nothing to do');
    sandbox.faults.add(bad);
    sandbox.faults.clear();
    assert.equal((await client.run('NOOP')).answer, 'OK Nothing to do');
  });
});
