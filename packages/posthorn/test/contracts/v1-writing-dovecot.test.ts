/** Version 1 writes over a real Dovecot as it does over the sandbox; what is sent goes to a sink beside it. */
import { startSandbox } from 'posthorn-sandbox';
import { openV1Api, USER } from '../http/v1/v1-server.ts';
import { writingSuite } from '../http/v1/writing/writing.suite.ts';
import type { WritingApi } from '../http/v1/writing/writing-api.ts';
import { startDovecotWithMail } from './dovecot-v1-mail.ts';

writingSuite('Dovecot', startDovecotWriting);

async function startDovecotWriting(): Promise<WritingApi> {
  const dovecot = await startDovecotWithMail();
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
