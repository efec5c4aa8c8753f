/** Every link can be followed over a mail server in memory. */
import { linksSuite } from './links.suite.ts';
import { startV1Server } from './v1-server.ts';

linksSuite('the sandbox', startV1Server);
