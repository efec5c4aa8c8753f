/** A short run of `npm run soak -- answers`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { compareKeptAnswers } from './kept-answers.ts';
import { READ_SERVERS, READER } from './read-servers.ts';

const REQUESTS = 120;
const SERVERS = ['dovecot', 'sandbox'];

describe('What a server keeps in memory is not seen in its answers', () => {
  for (const name of SERVERS) {
    it(`before ${name}`, async (t) => {
      const server = await READ_SERVERS[name]?.();
      assert.ok(server);
      t.after(() => server.stop());
      const random = seededRandom(testSeed());

      const report = await compareKeptAnswers({ server, user: READER, requests: REQUESTS, random });

      const { statuses, notModified, differences } = report;
      t.diagnostic(JSON.stringify(statuses));
      assert.deepEqual(differences, []);
      assert.ok((statuses[200] ?? 0) > REQUESTS / 2, 'few answers show anything');
      assert.ok(notModified > 0, 'no answer was the same as before');
    });
  }
});
