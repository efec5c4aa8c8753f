/** Accounts whose stored login does not open: a problem of that account, and of no other. */
import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createSecretBox } from '../../../src/adapters/secrets/aes-secret-box.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { loginBinding } from '../../../src/domain/accounts/secret-bindings.ts';
import type { StoredAccount } from '../../../src/domain/accounts/stored-account.ts';
import type { SealedSecret } from '../../../src/domain/logins/sealed-secret.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
  V0,
} from './connected-server.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const ID = 'jane' as MailAccountId;
const FOLDERS = '/MailAccounts/jane/MailFolders';

describe('An account whose stored login does not open', () => {
  let sandbox: Sandbox;
  let server: ConnectedServer;
  beforeEach(async () => {
    sandbox = await startSandbox({ users: [JANE] });
    server = await startConnectedServer({ servers: [{ imapPort: sandbox.imapPort }] });
    for (const id of ['jane', 'other']) {
      const created = await server.ask({
        ...{ method: 'POST', url: '/MailAccounts?verify=false' },
        document: accountDocument(accountAt({ imapPort: sandbox.imapPort }, JANE), id),
      });
      assert.equal(created.status, 201);
    }
  });
  afterEach(async () => {
    await server.close();
    await sandbox.close();
  });

  /** Writes another sealed password into the row, and returns that of before. */
  async function replace(sealed: (account: StoredAccount) => SealedSecret): Promise<SealedSecret> {
    const { accounts } = server.store.store;
    const account = await accounts.find(ID);
    assert.ok(account?.login.mechanism === 'password');
    const login = { ...account.login, password: sealed(account) };
    assert.ok(await accounts.save({ ...account, login }));
    // Rows are known for up to two seconds.
    server.posthorn.services.accountRows?.forget(ID);
    return account.login.password;
  }

  const outcome = async (url: string) => (await server.ask({ url })).error.slice(0, 2);
  const shown = async () => {
    const { state, problem } = (await server.ask({ url: '/MailAccounts/jane' })).body.data.attributes;
    return [state, problem?.code ?? null];
  };

  for (const [what, sealed] of [
    ['was tampered with', (text: string) => `${text.slice(0, -4)}AAAA`],
    ['is no sealed secret', () => 'plain-text'],
  ] as const) {
    it(`needs a new login where the row ${what}, and signs in nowhere`, async () => {
      await replace(({ login }) => sealed('password' in login ? login.password : '') as SealedSecret);
      const outcomes = [await outcome(FOLDERS), await outcome(FOLDERS)];
      const ofVersion0 = await server.ask({ url: `${V0}${FOLDERS}` });
      const state = await shown();
      const signIns = sandbox.recording.length;
      const other = await server.ask({ url: '/MailAccounts/other/MailFolders' });
      const list = await server.ask({ url: '/MailAccounts' });
      const login = { mechanism: 'password', user: JANE.name, password: JANE.password };
      const changed = await server.ask({
        ...{ method: 'PATCH', url: '/MailAccounts/jane', document: accountDocument({ login }, 'jane') },
      });

      assert.deepEqual(outcomes, [
        [503, 'secret-unreadable'],
        [409, 'reauthentication-needed'],
      ]);
      assert.equal(ofVersion0.status, 409);
      assert.deepEqual([state, signIns], [['reauthentication-needed', 'secret-unreadable'], 0]);
      assert.deepEqual([other.status, list.body.data.length, changed.status], [200, 2, 200]);
      assert.deepEqual([(await server.ask({ url: FOLDERS })).status, await shown()], [200, ['ok', null]]);
    });
  }

  it('is unreachable while its key is missing, and ok again with the key', async () => {
    const gone = createSecretBox([{ name: 'gone', key: createSecretKey(Buffer.alloc(32, 1)) }]);
    const before = await replace((account) => gone.seal(new Secret(JANE.password), loginBinding(account)));
    const outcomes = [await outcome(FOLDERS), await outcome(FOLDERS)];
    const state = await shown();
    const other = await server.ask({ url: '/MailAccounts/other/MailFolders' });
    await replace(() => before);

    assert.deepEqual(outcomes, [
      [503, 'secret-unreadable'],
      [503, 'secret-unreadable'],
    ]);
    assert.deepEqual([state, other.status], [['unreachable', 'secret-unreadable'], 200]);
    assert.deepEqual([(await server.ask({ url: FOLDERS })).status, await shown()], [200, ['ok', null]]);
  });
});
