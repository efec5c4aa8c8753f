/** The SMTP sink as nodemailer sees it. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createTransport } from 'nodemailer';
import type { Fault } from '../../src/faults.ts';
import type { SandboxOptions } from '../../src/options.ts';
import { openSandbox } from '../support/open-sandbox.ts';
import { TLS_CREDENTIALS } from '../support/tls-credentials.ts';

const RAW = 'Subject: Hi\r\n\r\n.dot\r\n';
const USERS = [
  { name: 'ann', password: 'secret' },
  { name: 'bob@example.org', password: 'secret' },
];

async function open(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox(t, { users: USERS, smtp: true, ...options });
  const transport = createTransport({
    host: '127.0.0.1',
    port: sandbox.smtpPort,
    auth: { user: 'ann', pass: 'secret' },
    tls: { ca: TLS_CREDENTIALS.cert.toString() },
    requireTLS: options.tls !== undefined,
  });
  t.after(() => transport.close());
  const send = (...to: string[]) =>
    transport.sendMail({ envelope: { from: 'ann@example.org', to }, raw: RAW });
  return { sandbox, transport, send };
}

async function openWithFault(t: TestContext, fault: Fault) {
  const opened = await open(t);
  opened.sandbox.faults.add(fault);
  return opened;
}

describe('The SMTP sink', () => {
  it('keeps what it accepts with its envelope', async (t) => {
    const { sandbox, send } = await open(t);
    await send('x@elsewhere.example', 'y@elsewhere.example');
    assert.deepEqual(sandbox.acceptedMail, [
      {
        user: 'ann',
        reversePath: 'ann@example.org',
        forwardPaths: ['x@elsewhere.example', 'y@elsewhere.example'],
        raw: Buffer.from(RAW),
      },
    ]);
  });

  it('delivers to local users by local part or whole address, once each', async (t) => {
    const { sandbox, send } = await open(t);
    await send('ANN@example.org', 'ann@example.com', 'Bob@Example.org', 'bob@elsewhere.example');
    assert.deepEqual(
      [sandbox.user('ann').messages().length, sandbox.user('bob@example.org').messages().length],
      [1, 1],
    );
    assert.equal(sandbox.user('ann').messages()[0]?.raw.toString(), RAW);
  });

  it('refuses a wrong password', async (t) => {
    const { sandbox } = await open(t);
    const transport = createTransport({
      host: '127.0.0.1',
      port: sandbox.smtpPort,
      auth: { user: 'ann', pass: 'wrong' },
    });
    await assert.rejects(transport.verify(), { code: 'EAUTH', responseCode: 535 });
  });

  it('takes a login only after STARTTLS when TLS is required', async (t) => {
    const { sandbox, send } = await open(t, { tls: TLS_CREDENTIALS, requireTls: true });
    await send('x@elsewhere.example');
    assert.equal(sandbox.acceptedMail.length, 1);
  });

  it('is not there unless asked for', async (t) => {
    const sandbox = await openSandbox(t);
    assert.deepEqual([sandbox.smtpPort, sandbox.acceptedMail], [undefined, []]);
  });
});

describe('A fault of the SMTP sink', () => {
  it('rejects one recipient and takes the others', async (t) => {
    const { sandbox, send } = await openWithFault(t, {
      kind: 'smtp-reject-recipient',
      recipient: 'x@elsewhere.example',
      replyCode: 550,
      text: 'No such user',
    });
    const { rejected } = await send('x@elsewhere.example', 'y@elsewhere.example');
    assert.deepEqual(rejected, ['x@elsewhere.example']);
    assert.deepEqual(sandbox.acceptedMail[0]?.forwardPaths, ['y@elsewhere.example']);
  });

  it('refuses the message after it was sent', async (t) => {
    const { sandbox, send } = await openWithFault(t, { kind: 'smtp-refuse-data', replyCode: 552 });
    await assert.rejects(send('x@elsewhere.example'), { responseCode: 552 });
    assert.deepEqual(sandbox.acceptedMail, []);
  });

  it('drops the connection before the message is kept', async (t) => {
    const { sandbox, send } = await openWithFault(t, { kind: 'smtp-drop', at: 'smtp-data-received' });
    await assert.rejects(send('x@elsewhere.example'), { code: 'ECONNECTION' });
    assert.deepEqual(sandbox.acceptedMail, []);
  });

  it('drops the connection after the message is kept, before the reply', async (t) => {
    const { sandbox, send } = await openWithFault(t, { kind: 'smtp-drop', at: 'smtp-before-data-reply' });
    await assert.rejects(send('x@elsewhere.example'), { code: 'ECONNECTION' });
    assert.equal(sandbox.acceptedMail.length, 1);
  });

  it('drops the connection after the reply', async (t) => {
    const { sandbox, send } = await openWithFault(t, { kind: 'smtp-drop', at: 'smtp-after-data-reply' });
    assert.match((await send('x@elsewhere.example')).response, /^250 /);
    assert.equal(sandbox.acceptedMail.length, 1);
  });
});
