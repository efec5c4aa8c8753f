/** A process with a mail server for the watchers of another: its first message has the port, each order delivers to some users. */
import { readFile } from 'node:fs/promises';
import { startSandbox } from 'posthorn-sandbox';

/** An order: one message for each of the first users. */
export interface Delivery {
  readonly users: number;
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
  process.on('message', ({ users: delivered }: Delivery) => {
    for (let index = 0; index < delivered; index += 1)
      sandbox
        .user(userOf(index).name)
        .deliver(`From: a@example.org\r\nMessage-ID: <${Date.now()}.${index}@bench>\r\n\r\nText.\r\n`);
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port: sandbox.imapsPort ?? sandbox.imapPort });
}
