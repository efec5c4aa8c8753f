/** What the SMTP transport sends, and what it says of the recipients. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createHostPolicy } from '../../../src/adapters/network/host-policy.ts';
import { createSmtpTransport } from '../../../src/adapters/smtp/smtp-transport.ts';
import { startScriptedServer } from './scripted-smtp-server.ts';
import { codeOf, outcomeOf, submit, testAccount, testMessage, USER } from './submission-under-test.ts';

const { signal } = new AbortController();

async function openSandbox(t: TestContext): Promise<{ sandbox: Sandbox; port: number }> {
  const sandbox = await startSandbox({ users: [USER], smtp: true });
  t.after(() => sandbox.close());
  return { sandbox, port: sandbox.smtpPort ?? 0 };
}

/** The message as it was on the wire. */
async function wireOctets(t: TestContext, text: string): Promise<string | undefined> {
  const server = await startScriptedServer(t);
  await submit({ port: server.port, octets: Buffer.from(text) });
  assert.equal(server.messages.length, 1);
  return server.messages[0]?.toString();
}

describe('SmtpTransport.submit', () => {
  it('hands the message over with its envelope, signed in', async (t) => {
    const { sandbox, port } = await openSandbox(t);
    const octets = Buffer.from('Subject: Hi\r\n\r\nHello\r\n');

    const submission = await submit({ port, octets, to: ['bob@example.org', 'cy@example.com'] });

    assert.deepEqual(submission, { accepted: ['bob@example.org', 'cy@example.com'], rejected: [] });
    assert.deepEqual(sandbox.acceptedMail, [
      {
        user: USER.name,
        reversePath: 'ann@example.org',
        forwardPaths: ['bob@example.org', 'cy@example.com'],
        raw: octets,
      },
    ]);
  });

  it('says goodbye', async (t) => {
    const server = await startScriptedServer(t);

    await submit({ port: server.port });
    await server.closed;

    assert.equal(server.lines.at(-1), 'QUIT');
  });

  it('tells nothing of this machine in EHLO', async (t) => {
    const server = await startScriptedServer(t);

    await submit({ port: server.port });

    assert.equal(server.lines[0], 'EHLO [127.0.0.1]');
  });

  it('introduces itself by the name that the operator gives', async (t) => {
    const { port, lines } = await startScriptedServer(t);
    const hostPolicy = createHostPolicy({ allowList: [], isCleartextAllowed: true });
    const transport = createSmtpTransport({ hostPolicy, extraRoots: [], clientName: 'mail.example.org' });

    await transport.submit(
      { account: testAccount({ port, host: '127.0.0.1' }), message: testMessage({ port }) },
      signal,
    );

    assert.equal(lines[0], 'EHLO mail.example.org');
  });

  it('connects to the vetted address and never resolves the name', async (t) => {
    const { sandbox, port } = await openSandbox(t);

    await submit({ port, host: 'name.that.does.not.exist.invalid' });

    assert.equal(sandbox.acceptedMail.length, 1);
  });

  it('signs in with LOGIN where the server lacks PLAIN', async (t) => {
    const { port, lines } = await startScriptedServer(t, {
      keywords: ['AUTH LOGIN XOAUTH2'],
      answers: { AUTH: (conversation, line) => conversation.send(loginAnswer(line)) },
    });

    await submit({ port });

    assert.deepEqual(lines.slice(1, 4), ['AUTH LOGIN', base64(USER.name), base64(USER.password)]);
  });

  it('signs in nowhere when the server offers no login', async (t) => {
    const { port, lines } = await startScriptedServer(t, { keywords: [] });

    await submit({ port });

    assert.deepEqual(lines.slice(0, 2), ['EHLO [127.0.0.1]', 'MAIL FROM:<ann@example.org>']);
  });

  it('needs a sending server', async () => {
    const { outbox: _, ...account } = testAccount({ port: 25 });
    const hostPolicy = createHostPolicy({ allowList: [], isCleartextAllowed: true });
    const transport = createSmtpTransport({ hostPolicy, extraRoots: [] });

    await assert.rejects(transport.submit({ account, message: testMessage({ port: 25 }) }, signal), {
      code: 'capability-missing',
    });
  });

  it('connects to no server that the host policy refuses', async (t) => {
    const { port, lines } = await startScriptedServer(t);
    const hostPolicy = createHostPolicy({ allowList: [], isCleartextAllowed: true });
    const transport = createSmtpTransport({ hostPolicy, extraRoots: [] });
    const account = testAccount({ port, origin: 'client', host: '127.0.0.1' });

    await assert.rejects(transport.submit({ account, message: testMessage({ port }) }, signal), {
      code: 'invalid-parameter',
    });
    assert.deepEqual(lines, []);
  });
});

describe('A submission with several recipients', () => {
  it('tells who was refused, with the codes of the reply', async (t) => {
    const { sandbox, port } = await openSandbox(t);
    const fault = { kind: 'smtp-reject-recipient', replyCode: 550, text: '5.1.1 Nobody here' } as const;
    sandbox.faults.add({ ...fault, recipient: 'x@example.org' });

    const submission = await submit({ port, to: ['bob@example.org', 'x@example.org'] });

    assert.deepEqual(submission, {
      accepted: ['bob@example.org'],
      rejected: [{ address: 'x@example.org', replyCode: 550, enhancedCode: '5.1.1' }],
    });
    assert.deepEqual(
      sandbox.acceptedMail.map(({ forwardPaths }) => forwardPaths),
      [['bob@example.org']],
    );
  });

  it('gives null where the reply has no enhanced code', async (t) => {
    const { sandbox, port } = await openSandbox(t);
    const fault = { kind: 'smtp-reject-recipient', replyCode: 450, text: 'Later' } as const;
    sandbox.faults.add({ ...fault, recipient: 'x@example.org' });

    const { rejected } = await submit({ port, to: ['x@example.org', 'bob@example.org'] });

    assert.deepEqual(rejected, [{ address: 'x@example.org', replyCode: 450, enhancedCode: null }]);
  });

  it('fails when all are refused for good', async (t) => {
    const { port, messages } = await startScriptedServer(t, {
      answers: { RCPT: '550 5.1.1 nobody', DATA: '554 no recipients' },
    });

    const outcome = await outcomeOf({ port, to: ['x@example.org', 'y@example.org'] });

    assert.deepEqual(outcome, {
      code: 'message-rejected',
      detail: 'The sending server refused all recipients of the message. Nothing was sent.',
      rejected: [
        { address: 'x@example.org', replyCode: 550, enhancedCode: '5.1.1' },
        { address: 'y@example.org', replyCode: 550, enhancedCode: '5.1.1' },
      ],
    });
    assert.deepEqual(messages, []);
  });

  it('gives nothing of the message to a server that refused all recipients and wants it all the same', async (t) => {
    const { port, messages } = await startScriptedServer(t, { answers: { RCPT: '550 5.1.1 nobody' } });

    assert.equal(await codeOf({ port }), 'message-rejected');
    assert.deepEqual(messages.map(String), ['']);
  });

  it('may be repeated when all are refused for now', async (t) => {
    const { port } = await startScriptedServer(t, {
      keywords: ['AUTH PLAIN'],
      answers: { RCPT: '451 4.7.1 greylisted' },
    });

    const outcome = await outcomeOf({ port, to: ['x@example.org', 'y@example.org'] });

    assert.deepEqual(outcome, {
      code: 'server-unavailable',
      detail: 'The sending server does not take the message at the moment. Nothing was sent.',
      retryAfterSeconds: 60,
      rejected: [
        { address: 'x@example.org', replyCode: 451, enhancedCode: '4.7.1' },
        { address: 'y@example.org', replyCode: 451, enhancedCode: '4.7.1' },
      ],
    });
  });
});

describe('A message on the wire', () => {
  it('has a dot more at each line that begins with one', async (t) => {
    assert.equal(await wireOctets(t, '.\r\n..\r\na.\r\n.b\r\n'), '..\r\n...\r\na.\r\n..b\r\n');
  });

  it('cannot end at LF.LF', async (t) => {
    assert.equal(await wireOctets(t, 'a\n.\nMAIL FROM:<x>\n'), 'a\r\n..\r\nMAIL FROM:<x>\r\n');
  });

  it('cannot end at CR.CR', async (t) => {
    assert.equal(await wireOctets(t, 'a\r.\rMAIL FROM:<x>\r'), 'a\r\n..\r\nMAIL FROM:<x>\r\n');
  });

  it('cannot end at CRLF.CRLF', async (t) => {
    assert.equal(await wireOctets(t, 'a\r\n.\r\nMAIL FROM:<x>\r\n'), 'a\r\n..\r\nMAIL FROM:<x>\r\n');
  });

  it('cannot end at any mixture of line ends', async (t) => {
    assert.equal(await wireOctets(t, 'a\r\n.\rb\n.\r\nc\r.\nd'), 'a\r\n..\r\nb\r\n..\r\nc\r\n..\r\nd\r\n');
  });

  it('ends where it ends also across the pieces in which it is sent', async (t) => {
    const filling = 'x'.repeat(64 * 1024 - 1);

    assert.equal(
      await wireOctets(t, `${filling}\r.\r${filling}\n.\n`),
      `${filling}\r\n..\r\n${filling}\r\n..\r\n`,
    );
  });

  it('may be empty', async (t) => {
    assert.equal(await wireOctets(t, ''), '\r\n');
  });

  it('arrives whole when it is large', async (t) => {
    const { sandbox, port } = await openSandbox(t);
    const octets = Buffer.from(`Subject: large\r\n\r\n${`${'x'.repeat(76)}\r\n`.repeat(100_000)}.end\r\n`);

    await submit({ port, octets });

    const [mail] = sandbox.acceptedMail;
    assert.equal(digest(mail?.raw ?? Buffer.alloc(0)), digest(octets));
  });
});

describe('What the server must be able to do', () => {
  it('is 8BITMIME for octets above 127, and the server is told', async (t) => {
    const { port, lines } = await startScriptedServer(t, { keywords: ['8BITMIME'] });

    await submit({ port, octets: Buffer.from('Hellö\r\n') });

    assert.equal(lines[1], 'MAIL FROM:<ann@example.org> BODY=8BITMIME');
  });

  it('is not 8BITMIME for a message in ASCII', async (t) => {
    const { port, lines } = await startScriptedServer(t, { keywords: ['8BITMIME'] });

    await submit({ port });

    assert.equal(lines[1], 'MAIL FROM:<ann@example.org>');
  });

  it('makes a message impossible that has octets above 127 where 8BITMIME is not offered', async (t) => {
    const { port, lines } = await startScriptedServer(t, { keywords: [] });

    const outcome = await outcomeOf({ port, octets: Buffer.from('Hellö\r\n') });

    assert.deepEqual(outcome, {
      code: 'message-rejected',
      detail: 'The message has 8-bit octets, and the sending server lacks 8BITMIME. Nothing was sent.',
    });
    assert.equal(lines.length, 1);
  });

  it('is SMTPUTF8 for a local part beyond ASCII', async (t) => {
    const { port, lines } = await startScriptedServer(t, { keywords: ['SMTPUTF8'] });

    const { accepted } = await submit({ port, to: ['bøb@example.org'] });

    assert.deepEqual(accepted, ['bøb@example.org']);
    assert.equal(lines[1], 'MAIL FROM:<ann@example.org> SMTPUTF8');
  });

  it('makes a recipient impossible whose local part is beyond ASCII where SMTPUTF8 is not offered', async (t) => {
    const { port, lines } = await startScriptedServer(t, { keywords: [] });

    const outcome = await outcomeOf({ port, to: ['bob@example.org', 'bøb@example.org'] });

    assert.deepEqual(outcome, {
      code: 'capability-missing',
      detail: 'The sending server takes only addresses in ASCII, it lacks SMTPUTF8. Nothing was sent.',
    });
    assert.equal(lines.length, 1);
  });

  it('is nothing special for a domain beyond ASCII, which has an ASCII form', async (t) => {
    const { port, lines } = await startScriptedServer(t, { keywords: [] });

    const { accepted } = await submit({ port, to: ['bob@bücher.example'] });

    assert.deepEqual(accepted, ['bob@bücher.example']);
    assert.equal(lines[2], 'RCPT TO:<bob@xn--bcher-kva.example>');
  });

  it('is told the size of the message with the line ends that it will have', async (t) => {
    const { port, lines } = await startScriptedServer(t, { keywords: ['SIZE'] });

    await submit({ port, octets: Buffer.from('a\n.b\nc') });

    assert.equal(lines[1], 'MAIL FROM:<ann@example.org> SIZE=10');
  });

  it('makes a message impossible that is larger than SIZE says', async (t) => {
    const { port, lines } = await startScriptedServer(t, { keywords: ['SIZE 9'] });

    const outcome = await outcomeOf({ port, octets: Buffer.from('a\n.b\nc') });

    assert.deepEqual(outcome, {
      code: 'message-rejected',
      detail: 'The message is larger than the sending server takes. Nothing was sent.',
    });
    assert.equal(lines.length, 1);
  });

  it('is a login that works with a user name and a password', async (t) => {
    const { port, lines } = await startScriptedServer(t, { keywords: ['AUTH CRAM-MD5 XOAUTH2'] });

    const outcome = await outcomeOf({ port });

    assert.deepEqual(outcome, {
      code: 'capability-missing',
      detail: 'The sending server offers neither of the logins PLAIN and LOGIN. Nothing was sent.',
    });
    assert.equal(lines.length, 1);
  });
});

describe('An address that would change the command', () => {
  const hostile = ['a@x> SIZE=1', 'a@x\r\nRCPT TO:<evil@y', '<a@x', 'a@x\u0000', ' a@x', 'a@x ', 'a\u0085@x'];
  for (const address of hostile) {
    it(`is sent neither as a recipient nor as the sender: ${JSON.stringify(address)}`, async (t) => {
      const { port, lines } = await startScriptedServer(t);
      const expected = {
        code: 'message-rejected',
        detail: 'An address of the message cannot be written in SMTP. Nothing was sent.',
      };

      assert.deepEqual(await outcomeOf({ port, to: ['bob@example.org', address] }), expected);
      assert.deepEqual(await outcomeOf({ port, from: address }), expected);
      assert.deepEqual(lines, []);
    });
  }
});

function loginAnswer(line: string): string {
  if (line === 'AUTH LOGIN') return '334 VXNlcm5hbWU6\r\n';
  return line === base64(USER.name) ? '334 UGFzc3dvcmQ6\r\n' : '235 welcome\r\n';
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function digest(octets: Buffer): string {
  return createHash('sha256').update(octets).digest('hex');
}
