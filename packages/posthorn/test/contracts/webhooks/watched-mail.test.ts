/** From the mail server to the receiver: a mail arrives, is noticed, written to the log, and delivered. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startSandbox } from 'posthorn-sandbox';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { accountAt, accountDocument, startConnectedServer } from '../connected/connected-server.ts';
import { JANE, until } from './webhook-scene.ts';

const RAW = 'From: a@example.org\r\nSubject: News\r\nMessage-ID: <new@test>\r\n\r\nText.\r\n';

it('A webhook is sent mail that arrives, with its subject', async (t) => {
  const sandbox = await startSandbox({ users: [JANE] });
  const receiver = await startWebhookReceiver();
  const server = await startConnectedServer({
    servers: [{ imapPort: sandbox.imapPort }],
    settings: { APP_WEBHOOK_HOSTS_ALLOW: `127.0.0.1:${receiver.port}` },
  });
  t.after(async () => {
    await server.close();
    receiver.close();
    await sandbox.close();
  });
  await server.posthorn.listen();
  const document = accountDocument(accountAt({ imapPort: sandbox.imapPort }, JANE), 'jane');
  assert.equal((await server.ask({ method: 'POST', url: '/MailAccounts', document })).status, 201);
  const key = await server.makeKey({ scopes: ['webhooks', 'mail.read'], accounts: ['jane'] });
  const attributes = {
    url: `http://127.0.0.1:${receiver.port}/`,
    ...{ kinds: ['message.created'], fields: ['subject', 'messageId'] },
  };
  const hook = { data: { type: 'Webhook', attributes } };
  assert.equal((await server.ask({ method: 'POST', url: '/Webhooks', key, document: hook })).status, 201);

  const uid = sandbox.user(JANE.name).deliver(RAW);
  await until(() => receiver.received.length > 0);

  const { type, data, included } = JSON.parse(receiver.received[0]?.body ?? '');
  assert.deepEqual([type, data.attributes.data], ['message.created', { messageId: 'new@test' }]);
  assert.match(data.relationships.MessageItem.data.id, new RegExp(`^jane\\.INBOX\\.\\d+\\.${uid}$`));
  assert.deepEqual(included[0].attributes, { subject: 'News', messageId: 'new@test' });
});
