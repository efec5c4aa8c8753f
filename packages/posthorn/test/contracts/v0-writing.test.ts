/** Version 0 writes mail as released clients ask for it, over the sandbox and over a real Dovecot. */
import { CAPABILITIES } from './capability-variants.ts';
import { v0AnsweringSuite } from './v0-answering.suite.ts';
import { v0AttachmentsSuite } from './v0-attachments.suite.ts';
import { v0DraftsSuite } from './v0-drafts.suite.ts';
import { v0SendingSuite } from './v0-sending.suite.ts';
import { v0SequencesSuite } from './v0-sequences.suite.ts';
import { startDovecotServers, startSandboxServers } from './v0-server.ts';

/** The tests' own client needs LITERAL+; `mail-writer.test.ts` takes that away, too. */
const EXTENSIONS = CAPABILITIES.filter((name) => name !== 'LITERAL+');
const BUT_UIDPLUS = EXTENSIONS.filter((name) => name !== 'UIDPLUS');

const SUITES = [v0DraftsSuite, v0AttachmentsSuite, v0SendingSuite, v0SequencesSuite, v0AnsweringSuite];

for (const suite of SUITES) {
  suite('the sandbox', () => startSandboxServers());
  suite('a server with UIDPLUS as its only extension', () => startSandboxServers({ without: BUT_UIDPLUS }));
  suite('a server without any extension', () => startSandboxServers({ without: EXTENSIONS }));
  suite('Dovecot', startDovecotServers);
}
