/** Version 1 over a real Dovecot; what is sent goes to a sink beside it. */
import { startSandbox } from 'posthorn-sandbox';
import { openV1Api, USER } from '../http/v1/v1-server.ts';
import type { WritingApi } from '../http/v1/writing/writing-api.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import type { AppendedMessage } from '../support/imap-connection.ts';
import { startDovecotWithMail } from './dovecot-v1-mail.ts';

interface FilledFolder {
  readonly name: string;
  readonly messages: readonly AppendedMessage[];
}

/** Starts both, with these folders beside the mail of v1-mail.ts. Close it. */
export async function startDovecotWriting(folders: readonly FilledFolder[] = []): Promise<WritingApi> {
  const dovecot = await startDovecotWithMail();
  for (const { name, messages } of folders) {
    await fillMailbox({ server: dovecot, user: USER, mailbox: name, messages });
  }
  const sink = await startSandbox({ users: [USER], smtp: true });
  const api = openV1Api({ imapPort: dovecot.port, smtpPort: sink.smtpPort });
  return {
    ...api,
    sent: () => sink.acceptedMail,
    async close() {
      await api.close();
      await dovecot.stop();
      await sink.close();
    },
  };
}
