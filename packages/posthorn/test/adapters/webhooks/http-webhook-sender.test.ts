/** What is sent to receivers, and what receivers cannot do to the sender: over real sockets. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { secureContextFor } from 'posthorn-imap/tls';
import { Webhook } from 'standardwebhooks';
import { createReceiverPolicy } from '../../../src/adapters/network/receiver-policy.ts';
import { createWebhookSender } from '../../../src/adapters/webhooks/http-webhook-sender.ts';
import type { ReceiverPolicy } from '../../../src/application/ports/network/receiver-policy.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import {
  createTestAuthority,
  type IssuedCertificate,
  type TestAuthority,
} from '../../support/test-authority.ts';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const SECRETS = ['new', 'old'].map(
  (name) => new Secret(`whsec_${Buffer.from(name.repeat(12)).toString('base64')}`),
);
const PUBLIC = '9.9.9.9';
const NEVER = new AbortController().signal;

interface Net {
  /** Answers of the name server, in order; the last one stays. */
  readonly addresses?: readonly string[];
  readonly allow?: readonly string[];
  /** The port on loopback that public addresses lead to. */
  readonly port?: number;
}

/** The real policy; only the way to a public address is another. */
function policyOf({ addresses = [PUBLIC], allow = [], port = 1 }: Net): Pick<ReceiverPolicy, 'vet'> {
  const answers = [...addresses];
  const real = createReceiverPolicy({
    allowList: allow,
    resolve: async () => [(answers.length > 1 ? answers.shift() : answers[0]) ?? ''],
  });
  return {
    async vet(url, signal) {
      const vetted = await real.vet(url, signal);
      return vetted.address === PUBLIC ? { ...vetted, address: '127.0.0.1', port } : vetted;
    },
  };
}

describe('The sender of webhooks', () => {
  let authority: TestAuthority;
  let certificate: IssuedCertificate;
  const open: WebhookReceiver[] = [];
  before(async () => {
    authority = await createTestAuthority();
    certificate = await authority.issue({ names: ['DNS:hooks.example.org'], days: 1 });
  });
  after(() => authority.remove());
  afterEach(() => {
    for (const receiver of open.splice(0)) receiver.close();
  });

  const start = async (isEncrypted = true) => {
    const receiver = await startWebhookReceiver(isEncrypted ? certificate : undefined);
    open.push(receiver);
    return receiver;
  };
  const senderTo = (net: Net, { timeoutMs = 5_000 } = {}) =>
    createWebhookSender({
      policy: policyOf(net),
      secureContext: () => secureContextFor([authority.caPem]),
      userAgent: 'Posthorn-Webhooks/1',
      now: Date.now,
      timeoutMs,
    });
  const message = {
    url: 'https://hooks.example.org/in?x=1',
    id: 'event-1',
    body: '{"type":"a"}',
    secrets: SECRETS,
  };

  it('posts what every secret verifies, under its own name', async () => {
    const receiver = await start();
    receiver.behave((_message, response) => response.writeHead(200).end('thanks'));

    const sent = await senderTo({ port: receiver.port }).send(message, NEVER);

    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = receiver.received;
    assert.deepEqual(sent, { answer: { status: 200, text: 'thanks' }, retryAfterMs: null });
    for (const secret of SECRETS) {
      assert.deepEqual(new Webhook(secret.reveal()).verify(body, headers), { type: 'a' });
    }
    assert.throws(() => new Webhook('whsec_b3RoZXJvdGhlcm90aGVy').verify(body, headers));
    assert.deepEqual(
      [headers['webhook-id'], headers['user-agent'], headers['content-type'], headers.host],
      ['event-1', 'Posthorn-Webhooks/1', 'application/json', 'hooks.example.org'],
    );
  });

  it('follows no redirect', async () => {
    const [receiver, inside] = [await start(), await start(false)];
    receiver.behave(answering(307, { location: `http://127.0.0.1:${inside.port}/` }));

    const { answer } = await senderTo({ port: receiver.port, allow: [`127.0.0.1:${inside.port}`] }).send(
      message,
      NEVER,
    );

    assert.equal(answer.status, 307);
    assert.deepEqual(inside.received, []);
  });

  it('checks the address that it connects to, at each delivery', async () => {
    const receiver = await start();
    const sender = senderTo({ addresses: [PUBLIC, '127.0.0.1'], port: receiver.port });

    const [first, second] = [await sender.send(message, NEVER), await sender.send(message, NEVER)];

    assert.equal(first.answer.status, 204);
    assert.deepEqual(second.answer, {
      status: null,
      text: 'The receiver has an address that is not allowed.',
    });
    assert.equal(receiver.received.length, 1);
  });

  it('sends to no private address, and in clear to none, unless it is listed', async () => {
    const receiver = await start(false);
    const url = `http://127.0.0.1:${receiver.port}/`;

    const refused = await senderTo({}).send({ ...message, url }, NEVER);
    const other = await senderTo({ allow: ['127.0.0.1'] }).send({ ...message, url }, NEVER);
    assert.equal(receiver.connections(), 0);
    const listed = await senderTo({ allow: [`127.0.0.1:${receiver.port}`] }).send({ ...message, url }, NEVER);

    assert.deepEqual([refused.answer.status, other.answer.status, listed.answer.status], [null, null, 204]);
    assert.equal(receiver.received.length, 1);
  });

  it('gives nothing to a server with the certificate of another name', async () => {
    const receiver = await start();

    const { answer } = await senderTo({ port: receiver.port }).send(
      { ...message, url: 'https://other.example.org/' },
      NEVER,
    );

    assert.deepEqual(answer, { status: null, text: 'The certificate of the receiver is not valid for it.' });
    assert.deepEqual(receiver.received, []);
  });

  it('gives nothing to a server that no trusted authority knows', async () => {
    const stranger = await createTestAuthority();
    const receiver = await startWebhookReceiver(
      await stranger.issue({ names: ['DNS:hooks.example.org'], days: 1 }),
    );
    open.push(receiver);
    await stranger.remove();

    const { answer } = await senderTo({ port: receiver.port }).send(message, NEVER);

    assert.equal(answer.text, 'The certificate of the receiver is not valid for it.');
    assert.deepEqual(receiver.received, []);
  });

  it('keeps one KiB of an answer without end, and hangs up', async () => {
    const receiver = await start();
    receiver.behave((_message, response) => {
      response.writeHead(200);
      const write = (): unknown =>
        response.writable && response.write('é'.repeat(700), () => setImmediate(write));
      write();
    });

    const { answer } = await senderTo({ port: receiver.port }).send(message, NEVER);

    assert.equal(answer.status, 200);
    assert.equal(answer.text, 'é'.repeat(512));
    await waitUntil(() => receiver.connections() === 0);
  });

  it('takes the status of an answer whose body does not come', async () => {
    const receiver = await start();
    receiver.behave((_message, response) => response.writeHead(202).write('so far'));

    const { answer } = await senderTo({ port: receiver.port }).send(message, NEVER);

    assert.deepEqual(answer, { status: 202, text: 'so far' });
    await waitUntil(() => receiver.connections() === 0);
  });

  it('waits no longer than its limit, and for nobody who has hung up', async () => {
    const receiver = await start();
    receiver.behave(() => undefined);
    const sender = senderTo({ port: receiver.port }, { timeoutMs: 300 });
    const ending = new AbortController();

    const begun = performance.now();
    const { answer } = await sender.send(message, NEVER);
    const tookMs = performance.now() - begun;
    const ended = sender.send(message, ending.signal);
    ending.abort(new Error('the account is gone'));

    assert.deepEqual(answer, { status: null, text: 'There was no answer within 0.3 s.' });
    assert.ok(tookMs < 2_000, `${tookMs}`);
    await assert.rejects(ended, /the account is gone/);
    await waitUntil(() => receiver.connections() === 0);
  });

  it('reads Retry-After as seconds and as a date', async () => {
    const receiver = await start();
    const sender = senderTo({ port: receiver.port });
    const waits: (number | null)[] = [];
    for (const value of ['7', new Date(Date.now() + 60_000).toUTCString(), 'soon', '-1']) {
      receiver.behave(answering(429, { 'retry-after': value }));
      waits.push((await sender.send(message, NEVER)).retryAfterMs);
    }

    assert.equal(waits[0], 7_000);
    assert.ok((waits[1] ?? 0) > 50_000 && (waits[1] ?? 0) <= 60_000);
    assert.deepEqual(waits.slice(2), [null, null]);
  });

  for (const isEncrypted of [true, false])
    it(`keeps a connection ${isEncrypted ? 'by TLS' : 'in clear'} for the next delivery, not for long`, async () => {
      const receiver = await start(isEncrypted);
      const url = `http://127.0.0.1:${receiver.port}/`;
      const sender = senderTo({ port: receiver.port, allow: [`127.0.0.1:${receiver.port}`] });
      const sockets = new Set<unknown>();
      receiver.behave((_message, response, request) => {
        sockets.add(request.socket);
        response.writeHead(200).end('thanks');
      });

      for (let count = 0; count < 3; count += 1)
        assert.equal(
          (await sender.send(isEncrypted ? message : { ...message, url }, NEVER)).answer.status,
          200,
        );

      assert.equal(sockets.size, 1);
      await waitUntil(() => receiver.connections() === 0);
    });

  it('sends nothing for another name over a kept connection', async () => {
    const receiver = await start();
    const sender = senderTo({ port: receiver.port });
    await sender.send(message, NEVER);
    assert.equal(receiver.connections(), 1);

    const { answer } = await sender.send({ ...message, url: 'https://other.example.org/' }, NEVER);

    assert.equal(answer.text, 'The certificate of the receiver is not valid for it.');
    assert.equal(receiver.received.length, 1);
  });

  it('sends again where a kept connection is closed without an answer, but not over a new one', async () => {
    const receiver = await start();
    const sender = senderTo({ port: receiver.port });
    const known = new Set<unknown>();
    let isDown = false;
    receiver.behave((_message, response, request) => {
      if (isDown || known.has(request.socket)) request.socket.destroy();
      else response.writeHead(204).end();
      known.add(request.socket);
    });

    const statuses: (number | null)[] = [];
    for (const isDownNow of [false, false, false, true]) {
      isDown = isDownNow;
      statuses.push((await sender.send(message, NEVER)).answer.status);
    }

    assert.deepEqual(statuses, [204, 204, 204, null]);
    assert.equal(receiver.received.length, 6);
  });

  it('sends no third time where several kept connections are closed', async () => {
    const receiver = await start();
    const sender = senderTo({ port: receiver.port });
    const known = new Set<unknown>();
    receiver.behave((_message, response, request) => {
      if (known.has(request.socket)) return request.socket.destroy();
      known.add(request.socket);
      return setTimeout(() => response.writeHead(204).end(), 100);
    });
    await Promise.all([1, 2, 3].map(() => sender.send(message, NEVER)));
    assert.equal(receiver.connections(), 3);

    const { answer } = await sender.send(message, NEVER);

    assert.equal(answer.status, 204);
    assert.equal(receiver.received.length, 5);
  });

  it('resumes no session, since it would not be verified', async () => {
    const receiver = await start();
    const sender = senderTo({ port: receiver.port });
    const areResumed: boolean[] = [];
    receiver.behave((_message, response, request) => {
      areResumed.push((request.socket as TLSSocket).isSessionReused());
      response.writeHead(200, { connection: 'close' }).end('thanks');
    });

    for (let count = 0; count < 3; count += 1) await sender.send(message, NEVER);

    assert.deepEqual(areResumed, [false, false, false]);
  });

  it('survives what is not HTTP, a head without end and a closed port', async () => {
    const receiver = await start();
    const sender = senderTo({ port: receiver.port });
    receiver.behave((_message, response) => response.socket?.end('220 mail.example.org ESMTP\r\n'));
    const smtp = await sender.send(message, NEVER);
    receiver.behave((_message, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(5_000)}`);
    });
    const head = await sender.send(message, NEVER);
    const closed = await senderTo({ port: 1 }).send(message, NEVER);

    assert.deepEqual(
      [smtp, head, closed].map(({ answer }) => answer),
      ['The answer is not HTTP.', 'The answer is not HTTP.', 'The receiver cannot be reached.'].map(
        (text) => ({
          status: null,
          text,
        }),
      ),
    );
  });
});

async function waitUntil(isDone: () => boolean): Promise<void> {
  for (let count = 0; count < 250 && !isDone(); count += 1) await new Promise((go) => setTimeout(go, 20));
  assert.equal(isDone(), true);
}
