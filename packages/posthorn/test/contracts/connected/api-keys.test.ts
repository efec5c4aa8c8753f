/** API keys over HTTP: made, shown, changed and revoked, and never with more rights than their maker. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { buildMessage } from '../../support/message-samples.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
} from './connected-server.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };

describe('API keys', () => {
  let sandbox: Sandbox;
  let server: ConnectedServer;
  let admin = '';
  before(async () => {
    const attachments = [{ filename: 'plan.txt', content: Buffer.from('plan') }];
    const messages = [{ raw: buildMessage({ attachments }) }];
    sandbox = await startSandbox({ users: [{ ...JANE, mailboxes: [{ name: 'INBOX', messages }] }] });
    server = await startConnectedServer({ servers: [{ imapPort: sandbox.imapPort }] });
    admin = await server.makeKey({ scopes: ['mail.read', 'mail.write', 'accounts', 'keys'] });
    for (const id of ['jane', 'other']) {
      const document = accountDocument(accountAt({ imapPort: sandbox.imapPort }, JANE), id);
      await server.ask({ method: 'POST', url: '/MailAccounts', key: admin, document });
    }
  });
  after(async () => {
    await server?.close();
    await sandbox?.close();
  });

  const make = (attributes: object, { key = admin, accounts = [] as readonly string[], headers = {} } = {}) =>
    server.ask({
      ...{ method: 'POST', url: '/ApiKeys', key, headers },
      document: {
        data: {
          ...{ type: 'ApiKey', attributes: { name: 'CRM', scopes: ['mail.read'], ...attributes } },
          relationships: { MailAccounts: { data: accounts.map((id) => ({ type: 'MailAccount', id })) } },
        },
      },
    });
  const folders = (key: string) => server.ask({ url: '/MailAccounts/jane/MailFolders', key });

  it('are shown once as a whole, and work at once', async () => {
    const made = await make({});
    const { secret } = made.body.meta;
    const read = await server.ask({ url: `/ApiKeys/${made.body.data.id}`, key: admin });
    const list = await server.ask({ url: '/ApiKeys?page[limit]=1', key: admin });

    assert.match(secret, new RegExp(`^ph_${made.body.data.id}_[A-Za-z0-9_-]{43}$`));
    assert.equal((await folders(secret)).status, 200);
    assert.deepEqual(read.body.data, made.body.data);
    assert.equal(list.body.data.length, 1);
    const more = await server.ask({ url: list.body.links.next.replace(/^.*\/v1/, ''), key: admin });
    assert.notEqual(more.body.data[0].id, list.body.data[0].id);
    assert.ok(![read, list].some(({ body }) => JSON.stringify(body).includes(secret.split('_')[2])));
  });

  it('are the same key when the request is repeated, and not in clear in the file', async () => {
    const headers = { 'idempotency-key': 'make-once' };
    const [first, second] = [await make({}, { headers }), await make({}, { headers })];

    const { secret } = first.body.meta;
    assert.equal(second.body.meta.secret, secret);
    const octets = await Promise.all([server.file, `${server.file}-wal`].map((path) => readFile(path)));
    // The last part may have `_` itself.
    const [, , ...last] = secret.split('_');
    assert.ok(!Buffer.concat(octets).includes(last.join('_')));
  });

  it('do no more than their maker', async () => {
    const bound = (
      await make({ scopes: ['keys', 'mail.read'], networks: ['127.0.0.0/8'] }, { accounts: ['jane'] })
    ).body.meta.secret;
    const ending = (await make({ scopes: ['keys'], expiresAt: '2999-01-01T00:00:00Z' })).body.meta.secret;
    const own = { accounts: ['jane'], key: bound };
    const within = { networks: ['127.0.0.1'] };

    const refused = [
      await make({ ...within, scopes: ['mail.send'] }, own),
      await make(within, { key: bound, accounts: ['other'] }),
      await make(within, { key: bound }),
      await make({}, own),
      await make({ networks: ['0.0.0.0/0'] }, own),
      await make({ scopes: ['keys'] }, { key: ending }),
    ];
    const allowed = await make({ ...within, scopes: ['mail.read', 'agent'] }, own);

    assert.deepEqual(
      refused.map(({ status, error }) => [status, error[1]]),
      [[403, 'scope-missing'], ...Array(5).fill([403, 'access-denied'])],
    );
    assert.equal(refused[0]?.body.errors[0].meta.scope, 'mail.send');
    assert.equal(allowed.status, 201);
  });

  it('neither see nor change keys for other accounts', async () => {
    const bound = (await make({ scopes: ['keys'] }, { accounts: ['jane'] })).body.meta.secret;
    const other = (await make({}, { accounts: ['other'] })).body.data.id;

    const list = await server.ask({ url: '/ApiKeys', key: bound });
    const attempts = [
      await server.ask({ url: `/ApiKeys/${other}`, key: bound }),
      await server.ask({ method: 'DELETE', url: `/ApiKeys/${other}`, key: bound }),
    ];

    assert.ok(!list.body.data.some(({ id }: { id: string }) => id === other));
    assert.deepEqual(
      attempts.map(({ status, error }) => [status, error[1]]),
      Array(2).fill([404, 'api-key-unknown']),
    );
  });

  it('do not become those of every bound key when their accounts are removed', async () => {
    const document = accountDocument(accountAt({ imapPort: sandbox.imapPort }, JANE), 'leaving');
    await server.ask({ method: 'POST', url: '/MailAccounts', key: admin, document });
    const bound = (await make({ scopes: ['keys', 'mail.read'] }, { accounts: ['jane'] })).body.meta.secret;
    const left = await make({ scopes: ['keys', 'mail.read'] }, { accounts: ['leaving'] });
    await server.ask({ method: 'DELETE', url: '/MailAccounts/leaving', key: admin });
    const { id } = left.body.data;
    const url = `/ApiKeys/${id}`;
    const change = { data: { type: 'ApiKey', id, attributes: { name: 'mine' } } };
    const idsOf = async (key: string) =>
      (await server.ask({ url: '/ApiKeys', key })).body.data.map((each: { id: string }) => each.id);

    const attempts = [
      await server.ask({ url, key: bound }),
      await server.ask({ method: 'PATCH', url, key: bound, document: change }),
      await server.ask({ method: 'DELETE', url, key: bound }),
    ];

    assert.ok(!(await idsOf(bound)).includes(id));
    assert.deepEqual(
      attempts.map(({ status, error }) => [status, error[1]]),
      Array(3).fill([404, 'api-key-unknown']),
    );
    assert.deepEqual(await idsOf(left.body.meta.secret), [id]);
    assert.equal((await server.ask({ url, key: admin })).status, 200);
  });

  it('refuse documents that no key can be, with their pointers', async () => {
    const answers = [
      await make({ scopes: [] }),
      await make({ scopes: ['agent', 'keys'] }),
      await make({ networks: ['10.0.0.0/40'] }),
      await make({ expiresAt: '2001-01-01T00:00:00Z' }),
      await make({ agentSends: { recipients: ['*'], perHour: 1, perDay: 1 } }),
      await make({ name: ' ' }),
      await make({ secret: 'x' }),
    ];

    assert.deepEqual(
      answers.map(({ error: [status, , pointer] }) => [status, pointer]),
      [
        [422, '/data/attributes/scopes'],
        [422, '/data/attributes/scopes'],
        [422, '/data/attributes/networks/0'],
        [422, '/data/attributes/expiresAt'],
        [422, '/data/attributes/agentSends/recipients/0'],
        [422, '/data/attributes/name'],
        [422, '/data/attributes/secret'],
      ],
    );
  });

  it('are told what is wrong with a request before its document is read, as the description says', async () => {
    const ask = (method: 'POST' | 'PATCH', url: string, request: object) =>
      server.ask({ method, url, key: admin, ...request });
    const huge = { document: { data: 'x'.repeat(1_100_000) } };
    const html = { document: {}, headers: { accept: 'text/html' } };
    const answers = await Promise.all([
      ...[
        ask('POST', '/ApiKeys', huge),
        ask('PATCH', '/ApiKeys/0', huge),
        ask('POST', '/MailAccounts', huge),
      ],
      ...[ask('PATCH', '/MailAccounts/jane', huge), ask('POST', '/ApiKeys', html)],
      ...[ask('PATCH', '/ApiKeys/0', html), ask('POST', '/MailAccounts', html)],
      ask('PATCH', '/MailAccounts/jane', html),
    ]);

    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array(4).fill(413), ...Array(4).fill(406)],
    );
  });

  it('end at once: revoked, changed or past their end', async () => {
    const made = await make({});
    const { id } = made.body.data;
    const { secret } = made.body.meta;
    const ofVersion = {
      'if-match': String((await server.ask({ url: `/ApiKeys/${id}`, key: admin })).headers.etag),
    };
    const change = (attributes: object, headers = {}) =>
      server.ask({
        ...{ method: 'PATCH', url: `/ApiKeys/${id}`, key: admin, headers },
        document: { data: { type: 'ApiKey', id, attributes } },
      });

    assert.equal((await folders(secret)).status, 200);
    assert.equal((await change({ networks: ['10.0.0.0/8'] }, ofVersion)).status, 200);
    assert.equal((await folders(secret)).status, 401);
    assert.equal((await change({ networks: [] }, ofVersion)).status, 412);
    assert.equal((await change({ networks: [] })).status, 200);
    assert.equal((await folders(secret)).status, 200);
    assert.equal((await server.ask({ method: 'DELETE', url: `/ApiKeys/${id}`, key: admin })).status, 204);
    assert.equal((await folders(secret)).status, 401);
  });

  it('take their whole resource back, and nothing that cannot be changed', async () => {
    const { id } = (await make({ expiresAt: '2999-01-01T00:00:00Z' })).body.data;
    const { data } = (await server.ask({ url: `/ApiKeys/${id}`, key: admin })).body;
    const change = (attributes: object) =>
      server.ask({
        ...{ method: 'PATCH', url: `/ApiKeys/${id}?fields[ApiKey]=name`, key: admin },
        document: { data: { ...data, attributes: { ...data.attributes, ...attributes } } },
      });

    const renamed = await change({ name: 'CRM 2' });
    const made = await change({ createdAt: '2020-01-01T00:00:00Z' });

    assert.deepEqual([renamed.status, renamed.body.data.attributes], [200, { name: 'CRM 2' }]);
    assert.deepEqual(made.error, [422, 'invalid-value', '/data/attributes/createdAt']);
  });

  it('open no other accounts when their resource comes back after their accounts are removed', async () => {
    const gone = accountDocument(accountAt({ imapPort: sandbox.imapPort }, JANE), 'gone');
    await server.ask({ method: 'POST', url: '/MailAccounts', key: admin, document: gone });
    const made = await make({}, { accounts: ['gone'] });
    const url = `/ApiKeys/${made.body.data.id}`;
    await server.ask({ method: 'DELETE', url: '/MailAccounts/gone', key: admin });
    const { data } = (await server.ask({ url, key: admin })).body;

    const answer = await server.ask({ method: 'PATCH', url, key: admin, document: { data } });

    assert.equal(answer.status, 200);
    assert.equal((await folders(made.body.meta.secret)).status, 404);
  });

  it('end together with the download links that they made', async () => {
    const made = await make({});
    const key = made.body.meta.secret;
    const files = '/MailAccounts/jane/MailFolders/INBOX/MessageItems/1/Attachments';
    const [file] = (await server.ask({ url: files, key })).body.data;
    const link = await server.ask({ url: `/Attachments/${file.id}/link`, key });
    const { pathname, search } = new URL(link.body.meta.downloadUrl);
    const download = () => server.posthorn.server.inject({ url: `${pathname}${search}` });

    const before = await download();
    await server.ask({ method: 'DELETE', url: `/ApiKeys/${made.body.data.id}`, key: admin });
    const after = await download();

    assert.deepEqual([before.statusCode, before.body, after.statusCode], [200, 'plan', 401]);
  });

  it('are refused alike: unknown, wrong and malformed ones', async () => {
    const { secret } = (await make({})).body.meta;
    const wrong = `${secret.slice(0, -4)}AAAA`;

    const answers = [await folders(wrong), await folders(`ph_${'0'.repeat(18)}_${secret.split('_')[2]}`)];

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      Array(2).fill([401, answers[0]?.body]),
    );
    assert.match(answers[0]?.body.errors[0].detail, /^There is no such API key: /);
  });

  it('of agents send nothing by any route', async () => {
    const key = (await make({ scopes: ['mail.read', 'agent'] })).body.meta.secret;

    const sending = await server.ask({ method: 'POST', url: '/MessageItems/jane.INBOX.1.1/send', key });

    assert.deepEqual([sending.status, sending.body.errors[0].meta.scope], [403, 'mail.send']);
  });

  it('are noted when they were used last', async () => {
    const made = await make({});
    await folders(made.body.meta.secret);
    await server.posthorn.services.keySource?.close();

    const read = await server.ask({ url: `/ApiKeys/${made.body.data.id}`, key: admin });

    assert.match(read.body.data.attributes.lastUsedAt, /:00Z$/);
  });

  it('are not for people, who see nothing of the store', async () => {
    const authorization = `Basic ${btoa(`${JANE.name}:${JANE.password}`)}`;

    const keys = await server.ask({ url: '/ApiKeys', headers: { authorization } });
    const accounts = await server.ask({ url: '/MailAccounts', headers: { authorization } });

    assert.deepEqual([keys.status, keys.body.errors[0].meta.scope], [403, 'keys']);
    assert.deepEqual(
      accounts.body.data.map(({ id }: { id: string }) => id),
      ['entry0'],
    );
  });
});
