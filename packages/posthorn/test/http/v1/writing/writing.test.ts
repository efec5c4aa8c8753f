/** Version 1 writes over a mail server in memory. */

import { writingSuite } from './writing.suite.ts';
import { startSandboxWriting } from './writing-api.ts';

writingSuite('the sandbox', () => startSandboxWriting());
