/** Version 1 over a real Dovecot; what is sent goes to a sink beside it. */
import { startSandbox } from 'posthorn-sandbox';
import { openV1Api, USER } from '../http/v1/v1-server.ts';
import type { WritingApi } from '../http/v1/writing/writing-api.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import type { AppendedMessage } from '../support/imap-connection.ts';
import { startDovecotWithMail } from './dovecot-v1-mail.ts';

/** Starts both, with these messages in Drafts. Close it. */
export async function startDovecotWriting(drafts: readonly AppendedMessage[] = []): Promise<WritingApi> {
  const dovecot = await startDovecotWithMail();
  // MULTIAPPEND without a message is no command.
  if (drafts.length > 0) {
    await fillMailbox({ server: dovecot, user: USER, mailbox: 'Drafts', messages: drafts });
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
