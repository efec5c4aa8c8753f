/** Sending through a real submission server, Postfix. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createHostPolicy } from '../../src/adapters/network/host-policy.ts';
import { createSmtpTransport } from '../../src/adapters/smtp/smtp-transport.ts';
import type { MailTransport, Submission } from '../../src/application/ports/mail/mail-transport.ts';
import { passwordLogin } from '../../src/domain/logins/login.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';
import { buildMessage } from '../support/message-samples.ts';
import { type Postfix, postfixIsMissing, startPostfix } from '../support/postfix.ts';
import { testAccount } from './store-under-test.ts';

describe('A submission to Postfix', { skip: postfixIsMissing }, () => {
  let postfix: Postfix;
  let transport: MailTransport;
  before(async () => {
    postfix = await startPostfix();
    transport = createSmtpTransport({
      hostPolicy: createHostPolicy({ allowList: [], isCleartextAllowed: false }),
      extraRoots: [postfix.caPem],
    });
  });
  after(async () => {
    // They have no value when Postfix did not start.
    await (transport as MailTransport | undefined)?.close();
    await (postfix as Postfix | undefined)?.stop();
  });

  /** Submits to Postfix's addresses, unless others are given. */
  function submit(octets: Buffer, to?: readonly string[], password?: string): Promise<Submission> {
    const { port, user, addresses } = postfix;
    const login = passwordLogin(user.name, password ?? user.password);
    const outbox = {
      host: 'localhost',
      port,
      security: 'starttls',
      login,
    } as const;
    const account = { ...testAccount({ host: 'localhost', port: 143 }, user), outbox };
    const envelope = { reversePath: user.name, forwardPaths: to ?? addresses };
    return transport.submit(
      { account, message: { envelope, octets: bufferSource(octets) } },
      AbortSignal.timeout(60_000),
    );
  }

  /** The copies of the message that were delivered. */
  async function copiesOf(octets: Buffer): Promise<number> {
    return (await postfix.received()).filter((received) => received.includes(octets)).length;
  }

  it('arrives octet by octet at those who are known, and tells who is not', async () => {
    const octets = buildMessage({ text: '.\r\n..\r\n\r\n.\r\nA dot, and \u00e4\r\n.\r\n' });

    const submission = await submit(octets, ['ann@example.com', 'nobody@example.com', 'cy@example.com']);

    assert.deepEqual(submission, {
      accepted: ['ann@example.com', 'cy@example.com'],
      rejected: [{ address: 'nobody@example.com', replyCode: 550, enhancedCode: '5.1.1' }],
    });
    assert.equal(await copiesOf(octets), 2);
  });

  it('arrives with octets of no charset', async () => {
    const octets = buildMessage({
      text: Buffer.from(Array.from({ length: 128 }, (_, index) => 128 + index)),
    });

    await submit(octets);

    assert.equal(await copiesOf(octets), 2);
  });

  it('is refused when nobody is known', async () => {
    await assert.rejects(submit(buildMessage({ subject: 'to nobody' }), ['nobody@example.com']), {
      code: 'message-rejected',
      message: 'The sending server refused all recipients of the message. Nothing was sent.',
    });
  });

  it('is refused for a message larger than Postfix announces', async () => {
    const octets = buildMessage({ text: 'x\r\n'.repeat(postfix.maxMessageOctets / 3) });

    await assert.rejects(submit(octets), {
      code: 'message-rejected',
      message: 'The message is larger than the sending server takes. Nothing was sent.',
    });
    assert.equal(await copiesOf(octets), 0);
  });

  it('is refused for a wrong password, while a connection with the right one idles', async () => {
    await submit(buildMessage({ subject: 'right' }));

    await assert.rejects(submit(buildMessage({ subject: 'wrong' }), undefined, 'wrong'), {
      code: 'authentication-failed',
    });
  });

  it('uses the connection of the one before, and each message arrives once', async () => {
    const messages = ['1', '2', '3'].map((subject) => buildMessage({ subject: `reused ${subject}` }));
    const connections = async () => (await postfix.readLog()).split(': connect from ').length;
    await submit(messages[0] ?? Buffer.alloc(0), ['ann@example.com']);
    const before = await connections();

    await submit(messages[1] ?? Buffer.alloc(0), ['ann@example.com']);
    await submit(messages[2] ?? Buffer.alloc(0), ['ann@example.com']);

    assert.ok(before > 1);
    assert.equal(await connections(), before);
    assert.deepEqual(await Promise.all(messages.map(copiesOf)), [1, 1, 1]);
  });
});
