/** Mail servers whose mail is read: Dovecot, the sandbox, and the sandbox as each provider. */
import { type SandboxOptions, startSandbox } from 'posthorn-sandbox';
import { startDovecot } from '../../support/dovecot.ts';
import { openImapConnection } from '../../support/imap-connection.ts';
import { PROFILE_VARIANTS } from '../profile-variants.ts';
import type { ReadServer } from './kept-answers.ts';

export const READER = { name: 'ann@example.org', password: 'secret' };

export const READ_SERVERS: Readonly<Record<string, () => Promise<ReadServer>>> = {
  dovecot: startReadDovecot,
  sandbox: () => startReadSandbox({}),
  ...Object.fromEntries(
    PROFILE_VARIANTS.map(({ profile, options: { capabilities } }) => [
      profile,
      () => startReadSandbox({ profile, ...(capabilities && { capabilities }) }),
    ]),
  ),
};

async function startReadDovecot(): Promise<ReadServer> {
  const { host, port, stop } = await startDovecot({ users: [READER] });
  const server = { host, port };
  return {
    ...server,
    stop,
    async deliver(folder, message) {
      const client = await openImapConnection(server, READER);
      await client.append(folder, [message]).finally(() => client.close());
    },
  };
}

async function startReadSandbox(options: Omit<SandboxOptions, 'users'>): Promise<ReadServer> {
  const sandbox = await startSandbox({ users: [READER], ...options });
  const user = sandbox.user(READER.name);
  return {
    host: '127.0.0.1',
    port: sandbox.imapPort,
    stop: () => sandbox.close(),
    async deliver(mailbox, { raw, ...details }) {
      if (!user.mailboxes().some(({ name }) => name === mailbox)) user.createMailbox(mailbox);
      user.deliver(raw, { mailbox, ...details });
    },
  };
}
