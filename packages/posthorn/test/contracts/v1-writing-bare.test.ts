/**
 * Version 1 writes also where the mail server can do nothing but expunge single messages. Without UIDPLUS a message that was removed
 * stays under its old id, marked (docs/decisions/0005); `mail-writer.test.ts` and `v0-writing.test.ts` know such servers.
 */

import { writingSuite } from '../http/v1/writing/writing.suite.ts';
import { startSandboxWriting } from '../http/v1/writing/writing-api.ts';
import { CAPABILITIES } from './capability-variants.ts';

writingSuite('a server with UIDPLUS as its only extension', () =>
  startSandboxWriting({ without: CAPABILITIES.filter((name) => name !== 'UIDPLUS') }),
);
