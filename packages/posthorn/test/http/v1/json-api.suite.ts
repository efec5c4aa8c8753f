/** The rules of JSON:API 1.1 for reading, against a whole server and whichever mail server is behind it. */
import { after, before, describe } from 'node:test';
import { documentsSuite } from './documents.suite.ts';
import { fieldSelectionSuite } from './field-selection.suite.ts';
import { negotiationSuite } from './negotiation.suite.ts';
import { parametersSuite } from './parameters.suite.ts';
import type { V1Api, V1Reader } from './v1-server.ts';

/** Runs every row against one server, which `start` gives with the mail of v1-mail.ts and the suite closes. */
export function jsonApiSuite(name: string, start: () => Promise<V1Api>): void {
  describe(`JSON:API over ${name}`, () => {
    let server: V1Api;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    const reader: V1Reader = { get: (url, headers) => server.get(url, headers) };
    documentsSuite(reader);
    parametersSuite(reader);
    fieldSelectionSuite(reader);
    negotiationSuite(reader);
  });
}
