/** The steps of the connect page over HTTP, with a store file. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { buildAccount } from '../../support/stored-samples.ts';
import { type ConnectScene, JANE, openConnectScene, PASSWORD } from './connect-scene.ts';
import { PageClient, textOf } from './page-client.ts';

const LOGIN = { step: 'password', address: JANE, password: PASSWORD };

async function opened(scene: ConnectScene, link: Parameters<ConnectScene['begin']>[0] = {}) {
  const client = new PageClient();
  const { id, page } = await scene.begin(link);
  return { client, id, page, first: await client.get(page) };
}

describe('The connect page', () => {
  it('leads from the address to the account, and back with its id', async (t) => {
    const scene = await openConnectScene(t);
    const { client, id, page, first } = await opened(scene, { name: 'Jane at work' });

    const sent = await client.post(page, { step: 'address', address: ` ${JANE} ` });
    const servers = await client.get(page);
    const done = await client.post(page, LOGIN);

    assert.match(textOf(first), /crm\.example would like to work with your mail/);
    assert.deepEqual([sent.status, sent.headers.get('location')], [303, page]);
    assert.match(textOf(servers), /imap\.example\.org, port 993, TLS/);
    assert.match(textOf(servers), /These are the servers of your address/);
    assert.deepEqual(
      [done.status, done.headers.get('location')],
      [303, `https://crm.example/back?customer=7&account=${id}&status=connected`],
    );
    assert.equal(await scene.status(id), 'connected');
    assert.deepEqual(
      scene.tried.map(({ isNew, name, servers: { inbox, outbox } }) => [isNew, name, inbox?.host, outbox]),
      [[true, 'Jane at work', 'imap.example.org', { host: 'smtp.example.org', port: 465, security: 'ssl' }]],
    );
  });

  it('can be loaded again until it has succeeded, and never afterwards', async (t) => {
    const scene = await openConnectScene(t);
    const { client, id, page } = await opened(scene, { address: JANE });
    await client.post(page, { step: 'address', address: JANE });

    const again = [await client.get(page), await new PageClient().get(page)];
    await client.post(page, LOGIN);
    const ended = await client.get(page);
    const repeated = await client.post(page, LOGIN);

    assert.deepEqual(
      again.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual([ended.status, repeated.status], [410, 410]);
    assert.match(textOf(ended), /Your mailbox is connected/);
    assert.match(
      ended.html,
      new RegExp(`href="https://crm\\.example/back\\?customer=7&#38;account=${id}&#38;status=connected"`),
    );
    assert.equal(scene.tried.length, 1);
  });

  it('says in plain words why a password was refused, and leaves the session open', async (t) => {
    const scene = await openConnectScene(t);
    const { client, id, page } = await opened(scene);
    await client.post(page, { step: 'address', address: JANE });

    const refused = await client.post(page, { ...LOGIN, password: 'wrong-password' });
    const session = await scene.links.find(id, { key: null, accounts: 'all' });

    assert.equal(refused.status, 422);
    assert.match(textOf(refused), /The mail server did not accept the password/);
    assert.match(refused.html, /<div class="problem" id="problem" role="alert"/);
    assert.match(
      refused.html,
      /<input id="password"[^>]* aria-describedby="problem" aria-invalid="true" autofocus>/,
    );
    assert.match(refused.html, /<title>Problem: The mail server/);
    assert.ok(!refused.html.includes('wrong-password'));
    assert.deepEqual([session.status, session.session.problem?.code], ['open', 'authentication-failed']);
    assert.equal(await scene.store.accounts.count({}), 0);
  });

  it('advises an app password where the provider wants one', async (t) => {
    const server = { protocol: 'imap', host: 'imap.gmail.com', port: 993, security: 'tls' } as const;
    const scene = await openConnectScene(t, {
      found: { incoming: [{ ...server, user: JANE, mechanisms: ['password'] }], outgoing: [] },
    });
    const { client, page } = await opened(scene);
    await client.post(page, { step: 'address', address: JANE });

    const shown = await client.get(page);

    assert.match(textOf(shown), /Google takes an app password here/);
    assert.match(shown.html, /href="https:\/\/myaccount\.google\.com\/apppasswords"/);
    assert.match(textOf(shown), /Sending none: mail can be read, and not sent/);
  });

  for (const [confidence, pattern] of [
    ['likely', /probably right\. Check that they belong to your provider/],
    ['guess', /are a guess\. Check that they belong to your provider/],
  ] as const) {
    it(`says how sure it is: ${confidence}`, async (t) => {
      const scene = await openConnectScene(t, { found: { confidence } });
      const { client, page } = await opened(scene);
      await client.post(page, { step: 'address', address: JANE });

      const text = textOf(await client.get(page));
      assert.match(text, pattern);
      assert.ok(text.search(pattern) < text.indexOf('Password'), 'the advice comes before the password');
    });
  }

  it('marks the field of a problem, keeps what was typed, and sets the focus there', async (t) => {
    const scene = await openConnectScene(t);
    const { client, page } = await opened(scene);

    const noAddress = await client.post(page, { step: 'address', address: 'jane at home' });
    await client.post(page, { step: 'address', address: JANE });
    const noPassword = await client.post(page, { ...LOGIN, password: '' });

    assert.deepEqual([noAddress.status, noPassword.status], [400, 422]);
    assert.match(
      noAddress.html,
      /<input id="address"[^>]*value="jane at home"[^>]* aria-describedby="address-error" aria-invalid="true" autofocus>\s*<p class="error" id="address-error">Enter an e-mail address/,
    );
    assert.match(noPassword.html, /<p class="error" id="password-error">Enter the password/);
    assert.equal(scene.tried.length, 0);
  });

  it('takes servers by hand where none was found', async (t) => {
    const scene = await openConnectScene(t);
    const { client, page } = await opened(scene);
    const address = 'jane@nowhere.example';
    await client.post(page, { step: 'address', address });
    const fields = {
      ...{ ...LOGIN, step: 'servers', address, user: 'jane', 'in-host': 'Mail.Nowhere.example' },
      ...{ 'in-port': '143', 'in-security': 'starttls' },
      ...{ 'out-host': 'smtp.nowhere.example', 'out-port': '587', 'out-security': 'starttls' },
    };

    const form = await client.get(page);
    const wrong = await client.post(page, {
      ...fields,
      'in-host': 'a b',
      'in-port': '0',
      'out-port': '70000',
    });
    const done = await client.post(page, fields);

    assert.match(textOf(form), /No mail servers were found for jane@nowhere\.example/);
    assert.deepEqual(
      ['in-host', 'in-port', 'out-port', 'out-host'].map((name) => wrong.html.includes(`id="${name}-error"`)),
      [true, true, true, false],
    );
    assert.match(wrong.html, /<input id="in-host"[^>]* autofocus>/);
    assert.equal(done.status, 303);
    assert.deepEqual(scene.tried[0]?.servers, {
      inbox: { type: 'IMAP', host: 'mail.nowhere.example', port: 143, isTls: false },
      outbox: { host: 'smtp.nowhere.example', port: 587, security: 'starttls' },
    });
    assert.equal(scene.tried[0]?.login.user, 'jane');
  });

  it('reconnects the account under its id, with its servers, and refuses another address', async (t) => {
    const scene = await openConnectScene(t);
    const account = 'crm-17' as MailAccountId;
    await scene.store.accounts.save(buildAccount({ id: account }));
    const { client, id, page, first } = await opened(scene, { account });

    const other = await client.post(page, { ...LOGIN, address: 'ann@example.org' });
    const done = await client.post(page, LOGIN);

    assert.match(textOf(first), /Connect your mailbox again/);
    assert.match(first.html, /value="jane@example\.org"[^>]* readonly/);
    assert.ok(!first.html.includes('?step='));
    assert.deepEqual([other.status, await scene.status(id)], [409, 'connected']);
    assert.match(textOf(other), /This is another mailbox/);
    assert.match(done.headers.get('location') ?? '', /account=crm-17&status=connected$/);
    assert.deepEqual(
      scene.tried.map((tried) => [tried.id, tried.isNew]),
      [[account, false]],
    );
    assert.equal(await scene.store.accounts.count({}), 1);
  });

  it('ends as failed when the person cancels', async (t) => {
    const scene = await openConnectScene(t);
    const { client, id, page } = await opened(scene);

    const canceled = await client.post(page, { step: 'cancel' });
    const again = await client.get(page);

    assert.deepEqual(
      [canceled.status, canceled.headers.get('location'), await scene.status(id), again.status],
      [303, 'https://crm.example/back?customer=7&status=failed', 'failed', 410],
    );
    assert.match(textOf(again), /Nothing was connected/);
  });

  it('keeps no account when the person cancels in another tab during the trial', async (t) => {
    const scene = await openConnectScene(t);
    const { client, id, page } = await opened(scene);
    await client.post(page, { step: 'address', address: JANE });
    scene.duringTrial = () => client.post(page, { step: 'cancel' });

    const done = await client.post(page, LOGIN);

    assert.deepEqual(
      [done.status, done.headers.get('location'), await scene.status(id)],
      [303, 'https://crm.example/back?customer=7&status=failed', 'failed'],
    );
    assert.equal(await scene.store.accounts.count({}), 0);
  });

  it('has expired at its end, in every step', async (t) => {
    const scene = await openConnectScene(t);
    const { client, id, page } = await opened(scene, { expiresInSeconds: 60 });
    await client.post(page, { step: 'address', address: JANE });
    scene.now += 60_000;

    const answers = [
      await client.get(page),
      await client.post(page, { step: 'address', address: JANE }),
      await client.post(page, LOGIN),
      await client.post(page, { step: 'provider:test', address: JANE }),
      await client.post(page, { step: 'cancel' }),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [410, 410, 410, 410, 410],
    );
    assert.match(textOf(answers[2] as (typeof answers)[number]), /This link has expired/);
    assert.deepEqual([await scene.status(id), scene.tried.length], ['expired', 0]);
  });

  it('speaks German to browsers that prefer it', async (t) => {
    const scene = await openConnectScene(t);
    const { page } = await scene.begin();
    const ask = (language: string) => new PageClient({ 'accept-language': language }).get(page);

    const shown = [await ask('de-AT,de;q=0.9,en;q=0.8'), await ask('fr, en;q=0.5, de;q=0.4'), await ask('*')];

    assert.deepEqual(
      shown.map(({ html }) => /<html lang="(\w+)">[\s\S]*<h1>([^<]*)/.exec(html)?.slice(1)),
      [
        ['de', 'Postfach verbinden'],
        ['en', 'Connect your mailbox'],
        ['en', 'Connect your mailbox'],
      ],
    );
  });

  it('serves two tabs: the account is connected once', async (t) => {
    const scene = await openConnectScene(t);
    const { client, page } = await opened(scene);
    await client.post(page, { step: 'address', address: JANE });

    const both = await Promise.all([client.post(page, LOGIN), client.post(page, LOGIN)]);
    const later = await client.post(page, LOGIN);

    assert.ok(both.some(({ status }) => status === 303));
    assert.deepEqual([later.status, await scene.store.accounts.count({})], [410, 1]);
  });

  it('may be served by another process at each step', async (t) => {
    const scene = await openConnectScene(t);
    const nodes = [scene.address, await scene.startNode(), await scene.startNode()];
    const { client, id, page } = await opened(scene);
    const on = (node: number) => page.replace(scene.address, nodes[node] ?? '');

    await client.post(on(1), { step: 'address', address: JANE });
    const shown = await client.get(on(2));
    const refused = await client.post(on(0), { ...LOGIN, password: 'wrong' });
    const both = await Promise.all([client.post(on(1), LOGIN), client.post(on(2), LOGIN)]);
    const later = await client.get(on(0));

    assert.match(textOf(shown), /imap\.example\.org/);
    assert.deepEqual([refused.status, later.status, await scene.status(id)], [422, 410, 'connected']);
    assert.ok(both.some(({ status }) => status === 303));
    assert.equal(await scene.store.accounts.count({}), 1);
  });

  it('notices that another tab has entered another address', async (t) => {
    const scene = await openConnectScene(t);
    const { client, page } = await opened(scene);
    await client.post(page, { step: 'address', address: JANE });
    await client.post(page, { step: 'address', address: 'ann@example.org' });

    const stale = await client.post(page, LOGIN);

    assert.deepEqual([stale.status, scene.tried.length], [409, 0]);
    assert.match(textOf(stale), /The address has changed in the meantime/);
  });

  it('is not there without a store', async (t) => {
    const scene = await openConnectScene(t, { services: { connectPage: null, connectLinks: null } });

    const answer = await new PageClient().get(`${scene.address}/rest-imapuser/connect/id/secret`);

    assert.equal(answer.status, 404);
  });
});
