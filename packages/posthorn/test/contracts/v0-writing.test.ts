/** Version 0 writes mail as released clients ask for it, over the sandbox and over a real Dovecot. */
import { v0AttachmentsSuite } from './v0-attachments.suite.ts';
import { v0DraftsSuite } from './v0-drafts.suite.ts';
import { v0SendingSuite } from './v0-sending.suite.ts';
import { v0SequencesSuite } from './v0-sequences.suite.ts';
import { startDovecotServers, startSandboxServers } from './v0-server.ts';

for (const suite of [v0DraftsSuite, v0AttachmentsSuite, v0SendingSuite, v0SequencesSuite]) {
  suite('the sandbox', startSandboxServers);
  suite('Dovecot', startDovecotServers);
}
