/** APPEND over a real socket. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOW, openMailbox, openSandbox, openSession } from '../../support/open-sandbox.ts';

describe('APPEND', () => {
  it('stores flags, date and bytes, and tells the uid', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openSession(t, sandbox);
    client.send('a APPEND INBOX (\\seen $Work) "01-Feb-2024 23:30:00 +0130" {14}\r\n');
    assert.equal(await client.read(), '+ OK');
    client.send('Subject: \xe9\r\n\r\n\r\n');
    assert.equal((await client.readReply()).answer, 'OK [APPENDUID 1700000001 1] Append completed');
    assert.deepEqual(sandbox.user('ann').messages(), [
      {
        uid: 1,
        flags: ['$Work', '\\Seen'],
        internalDate: new Date('2024-02-01T22:00:00Z'),
        raw: Buffer.from('Subject: \xe9\r\n\r\n', 'latin1'),
      },
    ]);
  });

  it('takes a literal without synchronisation, no flags and no date', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openSession(t, sandbox);
    await client.run('APPEND INBOX {2+}\r\n\r\n');
    assert.deepEqual(sandbox.user('ann').messages(), [
      { uid: 1, flags: [], internalDate: NOW, raw: Buffer.from('\r\n') },
    ]);
  });

  it('turns bare line feeds into line breaks of the network', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openSession(t, sandbox);
    await client.run('APPEND INBOX {8+}\r\nA: b\n\nc\n');
    assert.equal(sandbox.user('ann').messages()[0]?.raw.toString(), 'A: b\r\n\r\nc\r\n');
  });

  it('tells no uid without UIDPLUS', async (t) => {
    const client = await openSession(t, await openSandbox(t, { capabilities: { without: ['UIDPLUS'] } }));
    assert.equal((await client.run('APPEND INBOX {2+}\r\n\r\n')).answer, 'OK Append completed');
  });

  it('does not read a literal without synchronisation when LITERAL+ is off', async (t) => {
    const client = await openSession(t, await openSandbox(t, { capabilities: { without: ['LITERAL+'] } }));
    assert.equal((await client.run('APPEND INBOX {2+}')).answer, 'BAD Expected a literal');
  });

  it('takes a literal without synchronisation of up to 4096 octets with LITERAL-', async (t) => {
    const capabilities = { without: ['LITERAL+'], with: ['LITERAL-'] } as const;
    const client = await openSession(t, await openSandbox(t, { capabilities }));
    const { answer } = await client.run(`APPEND INBOX {4096+}\r\n${'\r\n'.repeat(2048)}`);
    assert.equal(answer, 'OK [APPENDUID 1700000001 1] Append completed');
    assert.deepEqual(await client.run('APPEND INBOX {4097+}'), {
      untagged: ['* BYE The command is too long'],
      answer: 'closed',
    });
  });

  it('refuses what is larger than its limit, before a literal is sent where the client asks', async (t) => {
    const client = await openSession(t, await openSandbox(t, { appendLimit: 10 }));
    assert.equal((await client.run('APPEND INBOX {11}')).answer, 'NO [TOOBIG] The literal is too large');
    const { answer } = await client.run(`APPEND INBOX {12+}\r\n${'\r\n'.repeat(6)}`);
    assert.equal(answer, 'NO [TOOBIG] The message is too large');
  });

  it('announces its limit', async (t) => {
    const client = await openSession(t, await openSandbox(t, { appendLimit: 10 }));
    assert.match((await client.run('CAPABILITY')).untagged[0] ?? '', / APPENDLIMIT=10( |$)/);
  });

  it('says TRYCREATE for a mailbox that does not exist', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    assert.equal(
      (await client.run('APPEND Nope {2+}\r\n\r\n')).answer,
      'NO [TRYCREATE] Mailbox does not exist: Nope',
    );
  });

  it('rejects \\Recent and unknown system flags', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    const { answer } = await client.run('APPEND INBOX (\\Recent) {2+}\r\n\r\n');
    assert.equal(answer, 'BAD Invalid system flag \\Recent');
  });

  it('into the selected mailbox tells EXISTS before it answers', async (t) => {
    const client = await openMailbox(t, await openSandbox(t));
    const { untagged } = await client.run('APPEND INBOX {2+}\r\n\r\n');
    assert.deepEqual(untagged, ['* 1 EXISTS', '* 1 RECENT']);
  });
});

describe('APPEND of several messages', () => {
  it('stores them in their order and tells their uids', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await openSession(t, sandbox);
    client.send('a APPEND INBOX (\\Seen) {3+}\r\none "01-Feb-2024 00:00:00 +0000" {3}\r\n');
    assert.equal(await client.read(), '+ OK');
    client.send('two (\\Draft) {5+}\r\nthree\r\n');
    assert.equal((await client.readReply()).answer, 'OK [APPENDUID 1700000001 1:3] Append completed');
    assert.deepEqual(sandbox.user('ann').messages(), [
      { uid: 1, flags: ['\\Seen'], internalDate: NOW, raw: Buffer.from('one') },
      { uid: 2, flags: [], internalDate: new Date('2024-02-01T00:00:00Z'), raw: Buffer.from('two') },
      { uid: 3, flags: ['\\Draft'], internalDate: NOW, raw: Buffer.from('three') },
    ]);
  });

  it('stores none when one is refused', async (t) => {
    const sandbox = await openSandbox(t, { appendLimit: 4 });
    const client = await openSession(t, sandbox);
    const answerTo = async (messages: string) => (await client.run(`APPEND INBOX ${messages}`)).answer;
    assert.equal(await answerTo('{1+}\r\na {0+}\r\n'), 'NO A message is empty');
    assert.equal(await answerTo('{1+}\r\na (\\Nonsense) {1+}\r\nb'), 'BAD Invalid system flag \\Nonsense');
    assert.equal(await answerTo('{1+}\r\na {5+}\r\nbbbbb'), 'NO [TOOBIG] The message is too large');
    assert.equal(await answerTo('{3+}\r\naaa {3+}\r\nbbb'), 'OK [APPENDUID 1700000001 1:2] Append completed');
  });

  it('is a BAD where MULTIAPPEND is off', async (t) => {
    const client = await openSession(t, await openSandbox(t, { capabilities: { without: ['MULTIAPPEND'] } }));
    const { answer } = await client.run('APPEND INBOX {1+}\r\na {1+}\r\nb');
    assert.equal(answer, 'BAD Unexpected extra arguments');
  });
});
