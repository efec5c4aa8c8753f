import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createHostPolicy } from '../../src/adapters/network/host-policy.ts';
import type { MailAccount, MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../src/domain/logins/login.ts';
import { startTrial, type Trial } from '../../src/trial/start-trial.ts';
import { buildMessage } from '../support/message-samples.ts';

const JANE = { name: 'jane@acme.test', password: 'secret' };
const PAGE = 'application/json';

describe('startTrial', () => {
  let sandbox: Sandbox;
  let trial: Trial;
  before(async () => {
    sandbox = await startSandbox({ users: [JANE, { name: 'ann@acme.test', password: 'other' }] });
    sandbox.user(JANE.name).deliver(buildMessage({ subject: 'Own mail' }));
    const hostPolicy = createHostPolicy({ allowList: [], isCleartextAllowed: false });
    trial = await startTrial({ account: accountAt(sandbox), hostPolicy, port: '0', extraRoots: [] });
  });
  after(async () => {
    await trial?.close();
    await sandbox?.close();
  });

  const get = (path: string, authorization: string) =>
    fetch(`${trial.apiUrl}${path}`, { headers: { authorization } });
  const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;
  const statusWith = async (authorization: string) => (await get('/MailAccounts', authorization)).status;
  const openPage = (code: string | null) =>
    fetch(`${trial.address}/inbox/login`, {
      method: 'POST',
      headers: { 'content-type': PAGE },
      body: JSON.stringify({ code }),
    });

  it('opens the mailbox to the token of the run', async () => {
    const answer = await get(
      '/MailAccounts/mail/MailFolders/INBOX/MessageItems?fields[MessageItem]=subject',
      `Bearer ${trial.token.reveal()}`,
    );

    const { data } = (await answer.json()) as { data: { attributes: object }[] };
    assert.deepEqual(
      data.map(({ attributes }) => attributes),
      [{ subject: 'Own mail' }],
    );
  });

  it('opens it to no other token, and to no other login', async () => {
    const statuses = await Promise.all([
      statusWith('Bearer try_AAAA'),
      statusWith(basic(JANE.name, 'wrong')),
      statusWith(basic('ann@acme.test', 'other')),
    ]);

    assert.deepEqual(statuses, [401, 401, 401]);
  });

  it('opens it to its own login, with which the page can sign in again', async () => {
    assert.equal(await statusWith(basic(JANE.name, JANE.password)), 200);
  });

  it('hands the token to the page that is opened first, and never the password', async () => {
    const code = new URL(trial.pageUrl.reveal()).hash.replace('#code=', '');

    const [without, wrong] = [await openPage(null), await openPage('AAAA')];
    const [first, second] = [await openPage(code), await openPage(code)];

    assert.deepEqual([without.status, wrong.status, second.status], [204, 204, 204]);
    assert.deepEqual(await first.json(), {
      user: JANE.name,
      authorization: `Bearer ${trial.token.reveal()}`,
    });
  });
});

function accountAt({ imapPort }: Sandbox): MailAccount {
  const owner = { address: JANE.name, name: JANE.name };
  return {
    ...{ id: 'mail' as MailAccountId, name: JANE.name, from: owner, replyTo: owner },
    login: passwordLogin(JANE.name, JANE.password),
    inbox: { type: 'IMAP', host: '127.0.0.1', port: imapPort, isTls: false },
    roots: [],
    origin: 'operator',
  };
}
