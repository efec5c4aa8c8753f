/** Greeting, login, TLS and protocol errors over a real socket. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALL_CAPABILITIES } from '../../../src/imap/session/capabilities.ts';
import { LineClient } from '../../support/line-client.ts';
import { openClient, openSandbox, openSession } from '../../support/open-sandbox.ts';
import { TLS_CREDENTIALS } from '../../support/tls-credentials.ts';

const plain = (text: string) => Buffer.from(text).toString('base64');

describe('IMAP greeting', () => {
  it('announces the capabilities that can be used before login', async (t) => {
    const sandbox = await openSandbox(t);
    const client = await LineClient.connect(sandbox.imapPort);
    t.after(() => client.close());
    assert.equal(
      await client.read(),
      '* OK [CAPABILITY IMAP4rev1 SASL-IR LITERAL+ ID ENABLE IDLE NOTIFY AUTH=PLAIN SORT ESORT ESEARCH SEARCHRES PARTIAL UNSELECT ' +
        'CHILDREN NAMESPACE UIDPLUS MULTIAPPEND REPLACE LIST-EXTENDED LIST-STATUS SPECIAL-USE CREATE-SPECIAL-USE STATUS=SIZE ' +
        'CONDSTORE QRESYNC MOVE PREVIEW] posthorn-sandbox ready',
    );
  });

  it('disables login until TLS when TLS is required', async (t) => {
    const sandbox = await openSandbox(t, {
      tls: TLS_CREDENTIALS,
      requireTls: true,
      capabilities: NO_EXTENSIONS,
    });
    const client = await openClient(t, sandbox);
    assert.deepEqual(await client.run('CAPABILITY'), {
      untagged: ['* CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED'],
      answer: 'OK Capability completed',
    });
  });
});

const NO_EXTENSIONS = {
  without: ALL_CAPABILITIES.filter((name) => name !== 'STARTTLS' && name !== 'AUTH=PLAIN'),
};

describe('LOGIN', () => {
  it('accepts the right password and announces the capabilities after login', async (t) => {
    const client = await openClient(t, await openSandbox(t, { capabilities: NO_EXTENSIONS }));
    assert.deepEqual(await client.run('LOGIN ann secret'), {
      untagged: [],
      answer: 'OK [CAPABILITY IMAP4rev1] Logged in',
    });
  });

  it('refuses a wrong password', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    const { answer } = await client.run('LOGIN ann wrong');
    assert.equal(answer, 'NO [AUTHENTICATIONFAILED] Authentication failed');
  });

  it('refuses an unknown user with the same answer', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    const { answer } = await client.run('LOGIN __proto__ secret');
    assert.equal(answer, 'NO [AUTHENTICATIONFAILED] Authentication failed');
  });

  it('takes names and passwords as literals', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    client.send('a LOGIN {3}\r\n');
    assert.equal(await client.read(), '+ OK');
    client.send('ann {6}\r\n');
    assert.equal(await client.read(), '+ OK');
    client.send('secret\r\n');
    assert.match((await client.readReply()).answer, /^OK /);
  });

  it('is refused in the clear when TLS is required', async (t) => {
    const client = await openClient(t, await openSandbox(t, { tls: TLS_CREDENTIALS, requireTls: true }));
    const { answer } = await client.run('LOGIN ann secret');
    assert.equal(answer, 'NO [PRIVACYREQUIRED] Login is disabled until the connection is encrypted');
  });

  it('is out of place once logged in', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    assert.equal((await client.run('LOGIN ann secret')).answer, 'BAD Already logged in');
  });
});

describe('AUTHENTICATE PLAIN', () => {
  it('accepts an initial response', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    const { answer } = await client.run(`AUTHENTICATE PLAIN ${plain('\0ann\0secret')}`);
    assert.match(answer, /^OK /);
  });

  it('asks for the response when there is none', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    client.send('a AUTHENTICATE PLAIN\r\n');
    assert.equal(await client.read(), '+ ');
    client.send(`${plain('ann\0ann\0secret')}\r\n`);
    assert.match((await client.readReply()).answer, /^OK /);
  });

  it('rejects an initial response without SASL-IR', async (t) => {
    const client = await openClient(t, await openSandbox(t, { capabilities: { without: ['SASL-IR'] } }));
    const { answer } = await client.run(`AUTHENTICATE PLAIN ${plain('\0ann\0secret')}`);
    assert.equal(answer, 'BAD Unexpected initial response');
  });

  it('can be cancelled', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    client.send('a AUTHENTICATE PLAIN\r\n');
    await client.read();
    client.send('*\r\n');
    assert.equal((await client.readReply()).answer, 'BAD Authentication cancelled');
  });

  it('refuses other mechanisms', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    const { answer } = await client.run('AUTHENTICATE CRAM-MD5');
    assert.equal(answer, 'NO [CANNOT] Unsupported authentication mechanism');
  });
});

describe('TLS', () => {
  it('starts with STARTTLS and allows the login that was disabled', async (t) => {
    const client = await openClient(t, await openSandbox(t, { tls: TLS_CREDENTIALS, requireTls: true }));
    assert.equal((await client.run('STARTTLS')).answer, 'OK Begin TLS negotiation now');
    await client.startTls(TLS_CREDENTIALS.cert);
    assert.match((await client.run('LOGIN ann secret')).answer, /^OK /);
  });

  it('is there from the start on the implicit TLS port', async (t) => {
    const sandbox = await openSandbox(t, { tls: TLS_CREDENTIALS, implicitTls: true, requireTls: true });
    const client = await LineClient.connectTls(sandbox.imapsPort ?? 0, TLS_CREDENTIALS.cert);
    t.after(() => client.close());
    assert.match((await client.read()) ?? '', /^\* OK \[CAPABILITY IMAP4rev1 .*AUTH=PLAIN/);
    assert.match((await client.run('LOGIN ann secret')).answer, /^OK /);
  });

  it('is not available without a certificate', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    assert.equal((await client.run('STARTTLS')).answer, 'BAD TLS is not available');
  });

  it('forgets commands that were sent ahead in the clear', async (t) => {
    const client = await openClient(t, await openSandbox(t, { tls: TLS_CREDENTIALS }));
    client.send('a STARTTLS\r\nb LOGIN ann secret\r\n');
    await client.readReply();
    await client.startTls(TLS_CREDENTIALS.cert);
    assert.equal((await client.run('LIST "" *')).answer, 'BAD Please log in first');
  });
});

describe('A protocol error', () => {
  const cases: readonly (readonly [what: string, line: string, answer: string])[] = [
    ['an unknown command', 'a XYZZY', 'BAD Unknown command XYZZY'],
    ['UID before a command that has no such form', 'a UID LIST "" *', 'BAD Unknown command UID LIST'],
    ['a missing command', 'a ', 'BAD Unknown command '],
    ['a command before login', 'a SELECT INBOX', 'BAD Please log in first'],
    ['an unclosed list', 'a ID ("name" "x"', 'BAD Expected a space'],
    ['extra arguments', 'a NOOP now', 'BAD Unexpected extra arguments'],
    ['an unclosed quoted string', 'a LOGIN "ann secret', 'BAD Expected a quoted string'],
    ['a literal announcement in the middle', 'a LOGIN {3} secret', 'BAD Expected a literal'],
  ];
  for (const [what, line, answer] of cases) {
    it(`answers BAD to ${what} and goes on`, async (t) => {
      const client = await openClient(t, await openSandbox(t));
      client.send(`${line}\r\n`);
      assert.deepEqual(await client.readReply(), { untagged: [], answer });
      assert.equal((await client.run('NOOP')).answer, 'OK Nothing to do');
    });
  }

  it('answers BAD to a line without a tag', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    client.send('(\r\n');
    assert.equal(await client.read(), '* BAD Invalid tag');
  });

  it('ends the connection after too many in a row', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    client.send('b XYZZY\r\n'.repeat(20));
    const { untagged, answer } = await client.readReply();
    assert.deepEqual([untagged.at(-1), answer], ['* BYE Too many invalid commands', 'closed']);
  });

  it('ends the connection when a line is longer than 64 KB', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    const reply = await client.run(`NOOP ${'x'.repeat(70_000)}`);
    assert.deepEqual(reply, { untagged: ['* BYE The command is too long'], answer: 'closed' });
  });

  it('cannot forge a line by a name that holds a line break', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    const { answer } = await client.run('SELECT {9+}\r\nx\r\na OK y');
    assert.equal(answer, 'NO [NONEXISTENT] Mailbox does not exist: x  a OK y');
  });

  it('refuses a literal that is too large before it is sent', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    const { answer } = await client.run('APPEND INBOX {99999999}');
    assert.equal(answer, 'NO [TOOBIG] The literal is too large');
    assert.equal((await client.run('NOOP')).answer, 'OK Nothing to do');
  });

  it('ends the connection when such a literal comes unasked', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    const reply = await client.run('APPEND INBOX {99999999+}');
    assert.deepEqual(reply, { untagged: ['* BYE The command is too long'], answer: 'closed' });
  });
});

describe('LOGOUT', () => {
  it('says BYE, answers and closes', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    assert.deepEqual(await client.run('LOGOUT'), {
      untagged: ['* BYE Logging out'],
      answer: 'OK Logout completed',
    });
    assert.equal(await client.read(), undefined);
  });
});

describe('ID, ENABLE and NAMESPACE', () => {
  it('name the server', async (t) => {
    const client = await openClient(t, await openSandbox(t));
    const { untagged } = await client.run('ID ("name" "test" "version" NIL)');
    assert.deepEqual(untagged, ['* ID ("name" "posthorn-sandbox")']);
  });

  it('enable CONDSTORE and pass over what is unknown', async (t) => {
    const client = await openSession(t, await openSandbox(t));
    assert.deepEqual((await client.run('ENABLE CONDSTORE X-FOO')).untagged, ['* ENABLED CONDSTORE']);
  });

  it('enable nothing when CONDSTORE is off', async (t) => {
    const client = await openSession(t, await openSandbox(t, { capabilities: { without: ['CONDSTORE'] } }));
    assert.deepEqual((await client.run('ENABLE CONDSTORE')).untagged, ['* ENABLED']);
  });

  it('show the namespace of the layout', async (t) => {
    const client = await openSession(
      t,
      await openSandbox(t, { layout: { prefix: 'INBOX.', delimiter: '.' } }),
    );
    assert.deepEqual((await client.run('NAMESPACE')).untagged, ['* NAMESPACE (("INBOX." ".")) NIL NIL']);
  });
});
