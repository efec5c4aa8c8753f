/** A process with a mail server and a receiver of webhooks for the server in another: its first message has the ports. */
import { readFile } from 'node:fs/promises';
import { startSandbox } from 'posthorn-sandbox';
import { startWebhookReceiver } from '../../packages/posthorn/test/support/webhook-receiver.ts';

/** An order: one message for each of the first users. It is answered when the webhooks have brought all of them. */
export interface Delivery {
  readonly users: number;
}

/** The answer: when each came, in milliseconds since 1970. */
export interface Receipts {
  readonly received: readonly number[];
}

/** The first message. */
export interface Ports {
  readonly port: number;
  readonly receiver: number;
}

/** Name and password of a user. */
export function userOf(index: number): { readonly name: string; readonly password: string } {
  return { name: `user${index}@example.org`, password: 'secret' };
}

if (process.argv[1] === import.meta.filename) {
  const [, , count = '0', tlsFolder] = process.argv;
  const users = Array.from({ length: Number(count) }, (_, index) => userOf(index));
  const tls = tlsFolder && {
    key: await readFile(`${tlsFolder}/server.key`, 'utf8'),
    cert: await readFile(`${tlsFolder}/server.pem`, 'utf8'),
  };
  const sandbox = await startSandbox({
    users,
    capabilities: { without: ['NOTIFY'] },
    ...(tls && { tls, implicitTls: true }),
  });
  const receiver = await startWebhookReceiver();
  const { received } = receiver;
  process.on('message', ({ users: delivered }: Delivery) => {
    receiver.behave((_message, response) => {
      response.writeHead(204).end();
      if (received.length < delivered) return;
      const times = received.map(({ at }) => performance.timeOrigin + at);
      process.send?.({ received: times } satisfies Receipts);
    });
    for (let index = 0; index < delivered; index += 1)
      sandbox
        .user(userOf(index).name)
        .deliver(`From: a@example.org\r\nMessage-ID: <${Date.now()}.${index}@bench>\r\n\r\nText.\r\n`);
  });
  process.on('disconnect', () => process.exit(0));
  const port = sandbox.imapsPort ?? sandbox.imapPort;
  process.send?.({ port, receiver: receiver.port } satisfies Ports);
}
