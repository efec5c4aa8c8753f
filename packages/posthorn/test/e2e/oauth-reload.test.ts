/** SIGHUP reads app/config/oauth.js again: providers and return URLs change while the server runs, and a wrong file changes nothing. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createKey, mailByKey } from './key-requests.ts';
import { type OAuthInstallation, oauthFile, startOAuthInstallation } from './oauth-installation.ts';
import { untilPrinted } from './posthorn-process.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const OLD = 'https://crm.example/back';
const NEW = 'https://desk.example/back';

async function reload(
  { rootDirectory, posthorn }: OAuthInstallation,
  text: string,
  outcome: string,
): Promise<void> {
  const count = posthorn.output().split(outcome).length;
  await writeFile(join(rootDirectory, 'app/config/oauth.js'), text);
  process.kill(posthorn.pid, 'SIGHUP');
  await untilPrinted(posthorn, outcome, count);
}

describe('app/config/oauth.js after SIGHUP', () => {
  it('has other return URLs and providers, and keeps the old ones where it is wrong', {
    timeout: 120_000,
  }, async (t) => {
    const installation = await startOAuthInstallation(t, {
      ...{ user: JANE, connecting: { returnUrls: [OLD] } },
      // Each request needs a refresh.
      identity: { accessSeconds: 20 },
    });
    const { posthorn, provider, rootDirectory } = installation;
    const server = { key: await createKey(rootDirectory), address: posthorn.address };
    const refreshToken = await provider.issueRefreshToken(JANE.name);
    const login = { mechanism: 'oauth', user: JANE.name, provider: 'test', refreshToken };
    const attributes = { from: { address: JANE.name, name: 'Jane' }, login };
    const created = await mailByKey(server, '/MailAccounts', {
      data: { type: 'MailAccount', id: 'jane', attributes },
    });
    const invite = async (returnUrl: string, providers?: readonly string[]) => {
      const data = { type: 'ConnectSession', attributes: { returnUrl, ...(providers && { providers }) } };
      const { status, body } = await mailByKey(server, '/ConnectSessions', { data });
      return [status, body.errors?.[0].source.pointer];
    };
    const before = [await invite(OLD, ['test']), await invite(NEW)];

    await reload(installation, 'export default { returnUrls: [7] };', 'configuration not reloaded');
    const wrong = [await invite(OLD, ['test']), await invite(NEW)];
    await reload(installation, oauthFile(provider, [NEW]), 'configuration reloaded');
    const changed = [await invite(OLD), await invite(NEW, ['test'])];
    await reload(
      installation,
      `export default ${JSON.stringify({ returnUrls: [NEW] })};`,
      'configuration reloaded',
    );
    const without = [await invite(NEW), await invite(NEW, ['test'])];
    const mail = async () => {
      const { status, body } = await mailByKey(server, '/MailAccounts/jane/MailFolders');
      const account = await mailByKey(server, '/MailAccounts/jane');
      return [status, body.errors?.[0].code, account.body.data.attributes.state];
    };
    const withoutProvider = await mail();
    provider.isDown = true;
    await reload(installation, oauthFile(provider, [NEW]), 'configuration reloaded');
    const whileDown = await mail();
    provider.isDown = false;

    const url = '/data/attributes/returnUrl';
    assert.equal(created.status, 201);
    assert.deepEqual(before, [
      [201, undefined],
      [422, url],
    ]);
    assert.deepEqual(wrong, before);
    assert.deepEqual(changed, [
      [422, url],
      [201, undefined],
    ]);
    assert.deepEqual(without, [
      [201, undefined],
      [422, '/data/attributes/providers'],
    ]);
    assert.deepEqual([withoutProvider, whileDown], Array(2).fill([503, 'server-unavailable', 'ok']));
    assert.deepEqual(await mail(), [200, undefined, 'ok']);
  });
});
