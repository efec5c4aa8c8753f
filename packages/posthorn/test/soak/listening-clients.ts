/** The other side of `listeners.soak.ts`, in a process of its own: the mail server, and the clients that listen. */
import { startSandbox } from 'posthorn-sandbox';
import { type EventReader, listen } from '../http/v1/events/event-reader.ts';

const ACCOUNTS = Number(process.argv[2]);
const LISTENERS = Number(process.argv[3]);
const DELIVERIES = 5;
const RAW = 'From: a@example.org\r\nSubject: News\r\n\r\nText.\r\n';

const users = Array.from({ length: ACCOUNTS }, (_, index) => ({
  name: `user${index}@example.org`,
  password: 'secret',
}));
const sandbox = await startSandbox({ users });
process.send?.({ imapPort: sandbox.imapPort });
const address = await new Promise<string>((resolve) => {
  process.once('message', (message: { address: string }) => resolve(message.address));
});

const readers: { readonly account: number; readonly reader: EventReader }[] = [];
for (const [account, { name, password }] of users.entries()) {
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  for (let number = 0; number < LISTENERS / ACCOUNTS; number += 1) {
    const reader = await listen(`${address}/MailFolders/INBOX/events`, { headers: { authorization } });
    await reader.next(60_000);
    readers.push({ account, reader });
  }
}
await new Promise((resolve) => setTimeout(resolve, 5_000));
process.send?.({ isListening: true });

const latencies: number[] = [];
for (let delivery = 0; delivery < DELIVERIES; delivery += 1) {
  await Promise.all(
    users.map(async ({ name }, account) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5_000));
      const start = performance.now();
      const waiting = readers
        .filter((each) => each.account === account)
        .map(({ reader }) => reader.next(30_000));
      sandbox.user(name).deliver(RAW);
      await Promise.all(waiting.map((next) => next.then(() => latencies.push(performance.now() - start))));
    }),
  );
}
process.send?.({ latencies });
await new Promise<void>((resolve) => process.once('message', () => resolve()));
for (const { reader } of readers) reader.close();
await sandbox.close();
process.disconnect?.();
