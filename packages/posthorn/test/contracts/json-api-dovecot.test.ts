/** Version 1 keeps the rules of JSON:API over a real Dovecot as it does over the sandbox. */
import { jsonApiSuite } from '../http/v1/json-api.suite.ts';
import { linksSuite } from '../http/v1/links.suite.ts';
import { openV1Api, type V1Api } from '../http/v1/v1-server.ts';
import { startDovecotWithMail } from './dovecot-v1-mail.ts';

jsonApiSuite('Dovecot', startDovecotV1);
linksSuite('Dovecot', startDovecotV1);

/** Starts Dovecot with Jane's mail and the API before it. */
async function startDovecotV1(): Promise<V1Api> {
  const dovecot = await startDovecotWithMail();
  const api = openV1Api({ imapPort: dovecot.port });
  return {
    ...api,
    async close() {
      await api.close();
      await dovecot.stop();
    },
  };
}
