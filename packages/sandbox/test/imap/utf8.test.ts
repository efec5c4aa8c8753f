/** UTF8=ACCEPT over a real socket: names and headers in UTF-8 (RFC 6855). */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { SandboxOptions } from '../../src/options.ts';
import { openSandbox, openSession } from '../support/open-sandbox.ts';

/** A mailbox `Äpfel`, whose name is 5 letters and 6 octets. */
async function open(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, { capabilities: { with: ['UTF8=ACCEPT'] }, ...options });
  const ann = sandbox.user('ann');
  ann.createMailbox('Äpfel');
  return { ann, client: await openSession(t, sandbox) };
}

const UTF8_NAME = '"\xc3\x84pfel"';

describe('ENABLE UTF8=ACCEPT', () => {
  it('changes mailbox names from modified UTF-7 to UTF-8', async (t) => {
    const { client } = await open(t);
    assert.deepEqual((await client.run('LIST "" &AMQ-*')).untagged, [
      '* LIST (\\HasNoChildren) "/" &AMQ-pfel',
    ]);
    assert.deepEqual((await client.run('ENABLE UTF8=ACCEPT')).untagged, ['* ENABLED UTF8=ACCEPT']);
    assert.deepEqual((await client.run('LIST "" "\xc3\x84*"')).untagged, [
      `* LIST (\\HasNoChildren) "/" ${UTF8_NAME}`,
    ]);
    assert.deepEqual((await client.run(`STATUS ${UTF8_NAME} (MESSAGES)`)).untagged, [
      `* STATUS ${UTF8_NAME} (MESSAGES 0)`,
    ]);
    assert.deepEqual((await client.run('LSUB "" "\xc3%"')).answer, 'BAD Invalid UTF-8');
  });

  it('leaves ampersands alone', async (t) => {
    const { ann, client } = await open(t);
    await client.run('ENABLE UTF8=ACCEPT');
    await client.run('CREATE "A&-B"');
    assert.ok(ann.mailboxes().some(({ name }) => name === 'A&-B'));
    assert.deepEqual((await client.run('LIST "" A*')).untagged.slice(-1), [
      '* LIST (\\HasNoChildren) "/" A&-B',
    ]);
  });

  it('lets APPEND take headers in UTF-8, with and without UTF8 (...)', async (t) => {
    const { ann, client } = await open(t);
    await client.run('ENABLE UTF8=ACCEPT');
    const message = 'Subject: \xc3\x84\r\n\r\nbody';
    assert.match((await client.run(`APPEND INBOX (\\Seen) UTF8 (~{19+}\r\n${message})`)).answer, /^OK /);
    assert.match((await client.run(`APPEND INBOX {19+}\r\n${message}`)).answer, /^OK /);
    assert.deepEqual(
      ann.messages().map(({ raw }) => raw.toString('latin1')),
      [message, message],
    );
  });

  it('lets SEARCH find text in UTF-8, without a charset', async (t) => {
    const { ann, client } = await open(t);
    ann.deliver('Subject: =?utf-8?q?=C3=84pfel?=\n\n');
    await client.run('ENABLE UTF8=ACCEPT');
    await client.run('SELECT INBOX');
    assert.deepEqual((await client.run(`SEARCH SUBJECT ${UTF8_NAME}`)).untagged, ['* SEARCH 1']);
    assert.equal(
      (await client.run('SEARCH CHARSET UTF-8 ALL')).answer,
      'BAD CHARSET is not allowed after ENABLE UTF8=ACCEPT',
    );
  });
});

describe('A client that has not enabled UTF8=ACCEPT', () => {
  it('cannot append 8-bit headers where it could', async (t) => {
    const { client } = await open(t);
    const refused = 'NO A header with 8-bit characters needs ENABLE UTF8=ACCEPT';
    assert.equal((await client.run('APPEND INBOX {15+}\r\nSubject: \xc3\x84\r\n\r\n')).answer, refused);
    assert.match((await client.run('APPEND INBOX {10+}\r\nA: b\r\n\r\n\xc3\x84')).answer, /^OK /);
    assert.match((await client.run('APPEND INBOX UTF8 (~{1+}\r\na)')).answer, /^BAD /);
  });

  it('is not told of it where it is off', async (t) => {
    const { client } = await open(t, { capabilities: {} });
    assert.deepEqual((await client.run('ENABLE UTF8=ACCEPT')).untagged, ['* ENABLED']);
    assert.match((await client.run('APPEND INBOX {15+}\r\nSubject: \xc3\x84\r\n\r\n')).answer, /^OK /);
  });
});
