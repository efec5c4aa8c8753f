/** Sending through a real submission server, Dovecot's. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createHostPolicy } from '../../src/adapters/network/host-policy.ts';
import { createSmtpTransport } from '../../src/adapters/smtp/smtp-transport.ts';
import type { MailTransport, Submission } from '../../src/application/ports/mail/mail-transport.ts';
import type { OutboxServer } from '../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../src/domain/logins/login.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';
import { type DovecotSubmission, startDovecotSubmission } from '../support/dovecot-submission.ts';
import { buildMessage } from '../support/message-samples.ts';
import { testAccount } from './store-under-test.ts';

const signal = new AbortController().signal;
let server: DovecotSubmission;
let transport: MailTransport;
before(async () => {
  server = await startDovecotSubmission();
  transport = createSmtpTransport({
    hostPolicy: createHostPolicy({ allowList: [], isCleartextAllowed: false }),
    extraRoots: [server.dovecot.caPem ?? ''],
  });
});
after(async () => {
  // They have no value when Dovecot did not start.
  await (transport as MailTransport | undefined)?.close();
  await (server as DovecotSubmission | undefined)?.stop();
});

/** Sends to the server by implicit TLS, unless the outbox says otherwise. */
function submit(given: Partial<OutboxServer> = {}, octets: Buffer = buildMessage()): Promise<Submission> {
  const { dovecot, tlsPort: port } = server;
  const user = dovecot.user('bob@example.org');
  const login = passwordLogin(user.name, user.password);
  const outbox: OutboxServer = { host: 'localhost', port, security: 'ssl', login };
  const account = { ...testAccount(dovecot, user), outbox: { ...outbox, ...given } };
  const envelope = { reversePath: user.name, forwardPaths: ['ann@example.com', 'cy@example.com'] };
  return transport.submit({ account, message: { envelope, octets: bufferSource(octets) } }, signal);
}

const arrived = () => server.sink.acceptedMail.at(-1);

describe('A submission to Dovecot', () => {
  it('arrives octet by octet, below the line that Dovecot adds', async () => {
    const octets = buildMessage({ text: '.\r\n..\r\nA dot, and \u00e4\r\n.' });

    const submission = await submit({}, octets);

    assert.deepEqual(submission, { accepted: ['ann@example.com', 'cy@example.com'], rejected: [] });
    assert.deepEqual(arrived()?.forwardPaths, ['ann@example.com', 'cy@example.com']);
    assert.ok(arrived()?.raw.includes(octets));
  });

  for (const security of ['tls', 'starttls', 'none'] as const) {
    it(`arrives when ${security} begins with STARTTLS`, async () => {
      const octets = buildMessage({ subject: `by ${security}` });

      await submit({ port: server.port, security }, octets);

      assert.ok(arrived()?.raw.includes(octets));
    });
  }

  it('uses the connection of the one before, and each message arrives once', async () => {
    const messages = ['1', '2', '3'].map((subject) => buildMessage({ subject: `reused ${subject}` }));
    const logins = async () =>
      (await server.dovecot.readLog()).split('submission-login: Info: Login: ').length;
    await submit({}, messages[0]);
    const before = await logins();

    await submit({}, messages[1]);
    await submit({}, messages[2]);

    assert.ok(before > 1);
    assert.equal(await logins(), before);
    const copies = messages.map(
      (octets) => server.sink.acceptedMail.filter(({ raw }) => raw.includes(octets)).length,
    );
    assert.deepEqual(copies, [1, 1, 1]);
  });

  it('is refused for a wrong password', async () => {
    await assert.rejects(submit({ login: passwordLogin('bob@example.org', 'wrong') }), {
      code: 'authentication-failed',
    });
  });

  it('is refused for a message larger than Dovecot announces', async () => {
    const octets = buildMessage({ text: 'x\r\n'.repeat(500_000) });

    await assert.rejects(submit({}, octets), {
      code: 'message-rejected',
      message: 'The message is larger than the sending server takes. Nothing was sent.',
    });
  });

  it('tells which recipient was refused, with the codes that Dovecot gives', async (t) => {
    const fault = { kind: 'smtp-reject-recipient', replyCode: 550 } as const;
    t.after(server.sink.faults.add({ ...fault, recipient: 'cy@example.com' }));

    assert.deepEqual(await submit(), {
      accepted: ['ann@example.com'],
      rejected: [{ address: 'cy@example.com', replyCode: 550, enhancedCode: '5.0.0' }],
    });
  });

  it('is refused when the server behind Dovecot refuses the message', async (t) => {
    const before = server.sink.acceptedMail.length;
    t.after(server.sink.faults.add({ kind: 'smtp-refuse-data', replyCode: 554, text: '5.7.1 Spam' }));

    await assert.rejects(submit(), { code: 'message-rejected' });
    assert.equal(server.sink.acceptedMail.length, before);
  });
});
