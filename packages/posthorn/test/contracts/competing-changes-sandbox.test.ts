/** If-Match keeps its promise over a mail server in memory. */
import { v1Mail } from '../http/v1/v1-mail.ts';
import { startV1Server } from '../http/v1/v1-server.ts';
import { competingChanges } from './competing-changes.suite.ts';

await competingChanges('the sandbox', async (folders) => {
  const server = await startV1Server({ mailboxes: [...v1Mail, ...folders], canSend: true });
  return { ...server, sent: () => server.sandbox.acceptedMail };
});
