/** Connected accounts by API key: created, listed, changed and removed, with the login tried at a real protocol. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { findFreePort } from '../../support/free-port.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
} from './connected-server.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const ANN = { name: 'ann@example.org', password: 'ann-secret' };

describe('Connected accounts by key', () => {
  let sandbox: Sandbox;
  let server: ConnectedServer;
  before(async () => {
    sandbox = await startSandbox({ users: [JANE, ANN], smtp: true });
    server = await startConnectedServer({
      servers: [{ imapPort: sandbox.imapPort, smtpPort: sandbox.smtpPort }],
    });
  });
  after(async () => {
    await server.close();
    await sandbox.close();
  });

  const ports = () => ({ imapPort: sandbox.imapPort, smtpPort: sandbox.smtpPort });
  const connect = (attributes: object, id?: string) =>
    server.ask({ method: 'POST', url: '/MailAccounts', document: accountDocument(attributes, id) });
  const signIns = () => {
    const lines = sandbox.recording.filter(({ name }) => /^(LOGIN|AUTHENTICATE|AUTH)$/.test(name));
    sandbox.clearRecording();
    return lines.length;
  };

  it('are stored after both logins were accepted, and shown without them', async () => {
    const created = await connect(accountAt(ports(), JANE), 'jane');
    const read = await server.ask({ url: '/MailAccounts/jane' });

    assert.deepEqual([created.status, created.body.data.id], [201, 'jane']);
    assert.match(String(created.headers.location), /\/MailAccounts\/jane$/);
    const { state, problem, provider, watch, enabled, name, outbox_port } = created.body.data.attributes;
    assert.deepEqual(
      [state, problem, provider, watch, enabled, name, outbox_port],
      ['ok', null, null, { mode: 'none', lastProofAt: null }, true, JANE.name, sandbox.smtpPort],
    );
    assert.deepEqual(read.body.data, created.body.data);
    assert.doesNotMatch(JSON.stringify([created, read]), /jane-secret|"login"|"v1\.one/);
  });

  it('have the id of the client while it is free and well-formed', async () => {
    const taken = await connect(accountAt(ports(), JANE), 'jane');
    const malformed = await connect(accountAt(ports(), JANE), 'a/b');
    const made = await connect(accountAt(ports(), ANN));
    await server.ask({ method: 'DELETE', url: `/MailAccounts/${made.body.data.id}` });

    assert.deepEqual(taken.error, [409, 'conflict', '/data/id']);
    assert.deepEqual(malformed.error, [422, 'invalid-value', '/data/id']);
    assert.match(made.body.data.id, /^[0-9a-f]{24}$/);
  });

  it('are refused with the code of the failure and the pointer of its value, and nothing is stored', async () => {
    const wrong = { ...JANE, password: 'no' };
    const outboxLogin = { mechanism: 'password', user: JANE.name, password: 'no' };
    const away = { ...ports(), imapPort: await findFreePort() };
    const refusals = [
      await connect(accountAt(ports(), wrong), 'r1'),
      await connect({ ...accountAt(ports(), JANE), outboxLogin }, 'r2'),
      await connect({ ...accountAt(ports(), JANE), inbox_address: '127.0.0.2' }, 'r3'),
      await connect({ ...accountAt(ports(), JANE), outbox_address: '10.0.0.1' }, 'r4'),
      await connect(accountAt(away, JANE), 'r5'),
      await connect({ ...accountAt(ports(), JANE), login: { mechanism: 'password', user: 'j' } }, 'r6'),
      await connect({ inbox_address: null, login: accountAt(ports(), JANE).login }, 'r7'),
    ];
    const list = await server.ask({ url: '/MailAccounts' });

    assert.deepEqual(
      refusals.map(({ error }) => error),
      [
        [422, 'authentication-failed', '/data/attributes/login'],
        [422, 'authentication-failed', '/data/attributes/outboxLogin'],
        [422, 'host-not-allowed', '/data/attributes/inbox_address'],
        [422, 'host-not-allowed', '/data/attributes/outbox_address'],
        [422, 'host-not-allowed', '/data/attributes/inbox_address'],
        [422, 'invalid-value', '/data/attributes/login/password'],
        [422, 'invalid-value', '/data/attributes/outbox_address'],
      ],
    );
    assert.deepEqual(
      [list.body.meta.page.total, list.body.data.map(({ id }: { id: string }) => id)],
      [1, ['jane']],
    );
  });

  it('take no secret that hides one', async () => {
    const masks = ['****', '••••••••', '[secret]', '<redacted>', '●●●'];
    const answers = await Promise.all(
      masks.map((password) => connect(accountAt(ports(), { ...JANE, password }))),
    );
    const login = { mechanism: 'password', user: JANE.name, password: '********' };
    const patched = await server.ask({
      method: 'PATCH',
      url: '/MailAccounts/jane',
      document: accountDocument({ login }, 'jane'),
    });

    for (const { error } of [...answers, patched]) {
      assert.deepEqual(error, [422, 'invalid-value', '/data/attributes/login/password']);
    }
  });

  it('are changed where the version is the one that was read', async () => {
    const { headers } = await server.ask({ url: '/MailAccounts/jane' });
    const rename = (name: string) =>
      server.ask({
        method: 'PATCH',
        url: '/MailAccounts/jane',
        headers: { 'if-match': String(headers.etag) },
        document: accountDocument({ name }, 'jane'),
      });
    const [first, second] = [await rename('Jane at work'), await rename('Other')];

    assert.deepEqual([first.status, first.body.data.attributes.name], [200, 'Jane at work']);
    assert.deepEqual(second.error.slice(0, 2), [412, 'outdated-version']);
  });

  it('follow their mailbox: no relationship is set, and those of a whole resource are taken', async () => {
    const relate = (id: string) => ({
      data: {
        ...{ type: 'MailAccount', id: 'jane' },
        relationships: {
          MailFolders: { links: { related: '/MailAccounts/jane/MailFolders' } },
          Owner: { data: { type: 'Owner', id } },
        },
      },
    });
    const { body } = await server.ask({ url: '/MailAccounts/jane' });
    const patch = (document: object) => server.ask({ method: 'PATCH', url: '/MailAccounts/jane', document });
    const [whole, other] = [await patch({ data: body.data }), await patch(relate('ann'))];

    assert.equal(whole.status, 200);
    assert.deepEqual(other.error, [403, 'relationship-not-changeable', '/data/relationships/Owner']);
  });

  it('are not in the way of linkage in any number of lists', async () => {
    const [open, close] = ['[', ']'].map((bracket) => bracket.repeat(50_000));
    const answer = await server.ask({
      ...{ method: 'PATCH', url: '/MailAccounts/jane' },
      headers: { 'content-type': 'application/vnd.api+json' },
      payload: `{"data": {"type": "MailAccount", "id": "jane", "relationships": {"MailFolders": {"data": ${open}${close}}}}}`,
    });

    assert.ok(answer.status < 500, String(answer.status));
  });

  it('are not changed by the version of one that had the id before', async () => {
    const make = (name: string) =>
      server.ask({
        ...{ method: 'POST', url: '/MailAccounts' },
        document: accountDocument({ ...accountAt(ports(), JANE), name }, 'again'),
      });
    const { headers } = await make('First');
    await server.ask({ method: 'DELETE', url: '/MailAccounts/again' });
    const second = await make('Second');
    const of = { url: '/MailAccounts/again', headers: { 'if-match': String(headers.etag) } };

    const answers = [
      await server.ask({ ...of, method: 'PATCH', document: accountDocument({ name: 'Third' }, 'again') }),
      await server.ask({ ...of, method: 'DELETE' }),
    ];

    assert.deepEqual(
      answers.map(({ error }) => error.slice(0, 2)),
      Array(2).fill([412, 'outdated-version']),
    );
    assert.equal(second.status, 201);
    assert.equal((await server.ask({ ...of, headers: {}, method: 'DELETE' })).status, 204);
  });

  it('send no stored secret elsewhere: another host, port, encryption or mechanism needs the login', async () => {
    const before = await server.store.store.accounts.find('jane' as never);
    const changes = [
      { inbox_address: 'localhost' },
      { inbox_port: sandbox.imapPort + 1 },
      { inbox_ssl: true },
      { outbox_address: 'localhost' },
      { outbox_secure: 'ssl' },
    ];
    const answers = [];
    for (const change of changes) {
      answers.push(
        await server.ask({
          method: 'PATCH',
          url: '/MailAccounts/jane',
          document: accountDocument(change, 'jane'),
        }),
      );
    }

    for (const { error } of answers) {
      assert.deepEqual(error, [422, 'login-required', '/data/attributes/login']);
    }
    assert.deepEqual(await server.store.store.accounts.find('jane' as never), before);
  });

  it('are listed by filter and sort, page by page', async () => {
    for (const name of ['b', 'c', 'a']) {
      const attributes = { ...accountAt(ports(), ANN), name };
      await server.ask({
        method: 'POST',
        url: '/MailAccounts?verify=false',
        document: accountDocument(attributes, name),
      });
    }
    const idsOf = async (query: string) => {
      const { body } = await server.ask({ url: `/MailAccounts?${query}` });
      return body.data.map(({ id }: { id: string }) => id);
    };
    const first = await server.ask({ url: '/MailAccounts?page[limit]=3&sort=name' });
    const second = await server.ask({ url: first.body.links.next.replace(/^https?:\/\/[^/]+/, '') });

    assert.deepEqual(await idsOf('filter[state]=connecting'), ['a', 'b', 'c']);
    assert.deepEqual(await idsOf('filter[address]=ANN@example.org&sort=-name'), ['c', 'b', 'a']);
    assert.deepEqual(await idsOf('filter[id]=jane,none,a'), ['a', 'jane']);
    assert.deepEqual(await idsOf('sort=-createdAt&filter[state]=connecting'), ['a', 'c', 'b']);
    assert.deepEqual(
      [first.body.data, second.body.data].map((data) => data.map(({ id }: { id: string }) => id)),
      [['a', 'b', 'c'], ['jane']],
    );
    assert.deepEqual([second.body.links.next, second.body.meta.page.total], [null, 4]);
  });

  it('answer 400 for parameters that the list does not have', async () => {
    const errors = await Promise.all(
      [
        'filter[state]=gone',
        'filter[x]=1',
        'sort=size',
        'page[limit]=0',
        'page[after]=x',
        'page[number]=2',
      ].map(async (query) => (await server.ask({ url: `/MailAccounts?${query}` })).status),
    );
    assert.deepEqual(errors, [400, 400, 400, 400, 400, 400]);
  });

  it('are listed and opened within the binding of a key, which connects no others', async () => {
    const key = await server.makeKey({ accounts: ['a'] });
    const list = await server.ask({ url: '/MailAccounts', key });
    const foreign = await server.ask({ url: '/MailAccounts/jane', key });
    const created = await server.ask({
      ...{ method: 'POST', url: '/MailAccounts', key },
      document: accountDocument(accountAt(ports(), ANN)),
    });

    assert.deepEqual(
      list.body.data.map(({ id }: { id: string }) => id),
      ['a'],
    );
    assert.deepEqual(foreign.error.slice(0, 2), [404, 'mail-account-unknown']);
    assert.deepEqual(created.error.slice(0, 2), [403, 'access-denied']);
  });

  it('are connected once for an Idempotency-Key', async () => {
    const request = {
      ...({ method: 'POST', url: '/MailAccounts', headers: { 'idempotency-key': 'once' } } as const),
      document: accountDocument(accountAt(ports(), ANN)),
    };
    const [first, second] = [await server.ask(request), await server.ask(request)];

    assert.equal(second.body.data.id, first.body.data.id);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    await server.ask({ method: 'DELETE', url: `/MailAccounts/${first.body.data.id}` });
  });

  it('sign in to no server while they are disabled', async () => {
    const switchTo = (enabled: boolean) =>
      server.ask({
        ...{ method: 'PATCH', url: '/MailAccounts/jane' },
        document: accountDocument({ enabled }, 'jane'),
      });
    const off = await switchTo(false);
    signIns();
    const folders = await server.ask({ url: '/MailAccounts/jane/MailFolders' });
    const count = signIns();
    const on = await switchTo(true);
    const again = await server.ask({ url: '/MailAccounts/jane/MailFolders' });
    const after = await server.ask({ url: '/MailAccounts/jane' });

    assert.deepEqual([off.body.data.attributes.state, off.body.data.attributes.enabled], ['disabled', false]);
    assert.deepEqual([folders.error.slice(0, 2), count], [[409, 'disabled'], 0]);
    assert.deepEqual([on.body.data.attributes.state, again.status], ['connecting', 200]);
    assert.equal(after.body.data.attributes.state, 'ok');
  });

  it('leave the servers of people as they were, and need a store to be written', async () => {
    const basic = `Basic ${Buffer.from(`${JANE.name}:${JANE.password}`).toString('base64')}`;
    const asPerson = (url: string) => server.ask({ url, headers: { authorization: basic } });
    const list = await asPerson('/MailAccounts');
    const filtered = await asPerson('/MailAccounts?filter[state]=ok');
    const own = await asPerson('/MailAccounts/entry0');
    const stored = await asPerson('/MailAccounts/jane');

    assert.deepEqual([list.body.data.length, list.body.data[0].id, list.body.meta], [1, 'entry0', undefined]);
    assert.equal('state' in list.body.data[0].attributes, false);
    assert.deepEqual([filtered.status, own.status, stored.status], [400, 200, 404]);
  });
});
