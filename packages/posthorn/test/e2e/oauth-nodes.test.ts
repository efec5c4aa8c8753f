/** Two Posthorn processes at one PostgreSQL, and a provider that rotates refresh tokens. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { postgresIsMissing, startPostgres } from '../support/postgres.ts';
import { createKey, mailByKey } from './key-requests.ts';
import { startOAuthInstallation } from './oauth-installation.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const REQUESTS = 100;

describe('An expired access token at two processes with one PostgreSQL', { skip: postgresIsMissing }, () => {
  it('is refreshed once for 100 parallel requests, and the grant lives', { timeout: 180_000 }, async (t) => {
    const postgres = await startPostgres();
    t.after(() => postgres.stop());
    const databaseUrl = await postgres.createDatabase();
    const installation = await startOAuthInstallation(t, { user: JANE, connecting: { databaseUrl } });
    const { provider, posthorn, startNode, rootDirectory } = installation;
    const nodes = [posthorn, await startNode()];
    const key = await createKey(rootDirectory);
    const expire = () => postgres.query(databaseUrl, 'update grants set access_ends_at = 1');
    const list = (index: number) =>
      mailByKey(
        { key, address: nodes[index % nodes.length]?.address ?? '' },
        '/MailAccounts/jane/MailFolders',
      );
    const refreshToken = await provider.issueRefreshToken(JANE.name);
    const created = await mailByKey({ key, address: posthorn.address }, '/MailAccounts', {
      data: {
        ...{ type: 'MailAccount', id: 'jane' },
        attributes: {
          from: { address: JANE.name, name: 'Jane' },
          login: { mechanism: 'oauth', user: JANE.name, provider: 'test', refreshToken },
        },
      },
    });
    assert.deepEqual([created.status, provider.refreshes()], [201, 1]);

    await expire();
    const answers = await Promise.all(Array.from({ length: REQUESTS }, (_, index) => list(index)));
    const afterFirst = provider.refreshes();
    await expire();
    const later = [await list(0), await list(1)];

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(afterFirst, 2);
    assert.deepEqual([later.map(({ status }) => status), provider.refreshes()], [[200, 200], 3]);
  });
});
