/** The examples in the description of version 0 are accepted by the demo. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Demo, startDemo } from '../../../src/demo/start-demo.ts';
import { addressOf, askedQueries, demoReader, operationsOf } from './demo-examples.ts';
import { readDocument } from './described-answers.ts';

const readings = operationsOf(readDocument('v0')).filter(
  ({ method }) => method === 'get' || method === 'head',
);

describe('The demo', () => {
  let demo: Demo;
  before(async () => {
    demo = await startDemo({ port: '0', now: new Date() });
  });
  after(() => demo?.close());

  for (const described of readings) {
    it(`accepts each example of address and query: ${described.operation.operationId}`, async () => {
      const { statusOf } = demoReader(demo, 'v0');
      const isList = described.operation.operationId === 'listMessageItems';
      const urls = askedQueries(described).map(
        // Version 0 lists nothing without a limit.
        (query) =>
          `${addressOf(described)}?${query}${isList && !query.startsWith('limit') ? '&limit=50' : ''}`,
      );

      const refused = await Promise.all(
        urls.map(async (url) => [url, await statusOf(url, described.method)]),
      );

      assert.deepEqual(
        refused.filter(([, status]) => status !== 200),
        [],
      );
    });
  }
});
