/** The rules of JSON:API hold over a mail server in memory. */
import { jsonApiSuite } from './json-api.suite.ts';
import { startV1Server } from './v1-server.ts';

jsonApiSuite('the sandbox', startV1Server);
