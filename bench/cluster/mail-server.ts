/** A process with a mail server that is far away from its clients. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { startSandbox } from 'posthorn-sandbox';
import { startSlowLink } from '../support/slow-link.ts';
import { type Delivery, userOf } from '../watch/mail-server.ts';

export interface MailServerOptions {
  readonly users: number;
  /** Of each INBOX at the start. */
  readonly messages: number;
  /** Of a round trip between it and its clients. */
  readonly latencyMs: number;
}

export interface MailServer {
  readonly port: number;
  readonly pid: number;
  /** One message for each of the first users. */
  deliver(delivery: Pick<Delivery, 'users'>): void;
  stop(): void;
}

/** Starts it in clear text, for the users of `userOf`. */
export async function startMailServer(options: MailServerOptions): Promise<MailServer> {
  const server: ChildProcess = fork(import.meta.filename, [JSON.stringify(options)], {
    execArgv: ['--conditions=posthorn-source', '--import', 'tsx'],
  });
  const [{ port }] = (await once(server, 'message')) as [{ readonly port: number }];
  return {
    ...{ port, pid: server.pid ?? 0 },
    deliver: (delivery) => void server.send(delivery),
    stop: () => server.disconnect(),
  };
}

if (process.argv[1] === import.meta.filename) {
  const { users: count, messages, latencyMs } = JSON.parse(process.argv[2] ?? '{}') as MailServerOptions;
  const raw = 'From: a@example.org\r\nSubject: A message\r\n\r\nText.\r\n';
  const inbox = { name: 'INBOX', messages: Array.from({ length: messages }, () => ({ raw })) };
  const users = Array.from({ length: count }, (_, index) => ({ ...userOf(index), mailboxes: [inbox] }));
  const sandbox = await startSandbox({ users, capabilities: { without: ['NOTIFY'] } });
  process.on('message', ({ users: delivered }: Pick<Delivery, 'users'>) => {
    for (let index = 0; index < delivered; index += 1)
      sandbox
        .user(userOf(index).name)
        .deliver(`From: a@example.org\r\nMessage-ID: <${Date.now()}.${index}@bench>\r\n\r\nText.\r\n`);
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port: await startSlowLink({ port: sandbox.imapPort, latencyMs }) });
}
