/** `ConnectSessions`: who may invite whom, and to where. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createPrincipals } from '../../../../src/application/accounts/principals.ts';
import type { MailAccountId } from '../../../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../../../src/domain/errors/mail-error.ts';
import type { OwnerKey, Principal } from '../../../../src/domain/rights/principal.ts';
import { toInstant } from '../../../../src/resources/iso-date.ts';
import { buildAccount, buildApiKey } from '../../../support/stored-samples.ts';
import { openConnectScene, RETURN_URL } from '../../connect/connect-scene.ts';
import { PageClient } from '../../connect/page-client.ts';
import { createAnswerCheck, readDocument } from '../../openapi/described-answers.ts';

const V1 = '/rest-api-email/v1';
const JANE = 'jane' as MailAccountId;

/** The keys of the tests: `all`, `bound` to Jane's account, and `mail` without the scope. */
const KEYS: Readonly<Record<string, Pick<Principal, 'accounts' | 'scopes'>>> = {
  all: { accounts: 'all', scopes: new Set(['accounts']) },
  bound: { accounts: new Set([JANE]), scopes: new Set(['accounts']) },
  mail: { accounts: 'all', scopes: new Set(['mail.read', 'mail.write', 'mail.send', 'keys']) },
};

function refuse(): never {
  throw new MailError('authentication-failed', { detail: 'No login is known here.' });
}

const principals = createPrincipals({
  login: { prove: async () => refuse() },
  key: {
    async prove({ credentials: { id } }) {
      const key = KEYS[id] ?? refuse();
      return {
        principal: { kind: 'key', ownerKey: id as OwnerKey, name: id, ...key },
        openAccounts: async () => [],
        soleAccount: async () => null,
        openAccount: async () => refuse(),
      };
    },
  },
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: documents are compared as a whole
  readonly document: any;
}

async function openApi(t: TestContext) {
  const scene = await openConnectScene(t, { services: { principals } });
  await scene.store.accounts.save(buildAccount());
  await scene.store.accounts.save(buildAccount({ id: 'ann' as MailAccountId }));
  const send = async (key: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const authorization = `Bearer ph_${key}_secret`;
    const type = 'application/vnd.api+json';
    const headers = { authorization, accept: type, 'content-type': type, connection: 'close' };
    const response = await fetch(`${scene.address}${V1}${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
    return { status: response.status, headers: response.headers, document: await response.json() };
  };
  return { scene, send, create: creatorOf(send) };
}

function creatorOf(send: (key: string, path: string, init: RequestInit) => Promise<Answer>) {
  return (key: string, attributes: object, { account, headers }: Extras = {}) => {
    const data = account === null ? null : { type: 'MailAccount', id: account };
    const relationships = account === undefined ? {} : { MailAccount: { data } };
    const document = { data: { type: 'ConnectSession', attributes, relationships } };
    return send(key, '/ConnectSessions', {
      method: 'POST',
      body: JSON.stringify(document),
      ...(headers && { headers }),
    });
  };
}

interface Extras {
  readonly account?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const errorOf = ({ status, document }: Answer) => {
  const [{ code, source }] = document.errors;
  return [status, code, source?.pointer];
};

describe('POST /ConnectSessions', () => {
  it('gives a session, and the address of its page once', async (t) => {
    const { scene, send, create } = await openApi(t);

    const { status, headers, document } = await create('all', {
      returnUrl: RETURN_URL,
      ...{ address: 'jane@example.org', name: 'Jane', providers: ['test'], expiresIn: 86_400 },
    });
    const { id } = document.data;
    const read = await send('all', `/ConnectSessions/${id}`);
    const page = await new PageClient().get(document.links.page);

    assert.equal(status, 201);
    // That of an account later, in commands and addresses.
    assert.match(id, /^[0-9a-f]{32}$/);
    const check = createAnswerCheck(readDocument('v1'));
    assert.deepEqual(
      [
        ...check({ path: '/ConnectSessions', method: 'post', status: 201 }, document),
        ...check({ path: '/ConnectSessions/{id}', status: 200 }, read.document),
      ],
      [],
    );
    assert.equal(headers.get('location'), `${scene.address}${V1}/ConnectSessions/${id}`);
    assert.match(
      document.links.page,
      new RegExp(`^${scene.address}/rest-imapuser/connect/${id}/[A-Za-z0-9_-]{43}$`),
    );
    assert.deepEqual(document.data.links, { self: headers.get('location'), page: document.links.page });
    assert.deepEqual(document.data.attributes, {
      ...{ status: 'open', problem: null, returnUrl: RETURN_URL, address: 'jane@example.org', name: 'Jane' },
      providers: ['test'],
      createdAt: toInstant(scene.now),
      expiresAt: toInstant(scene.now + 86_400_000),
    });
    assert.deepEqual(document.data.relationships.MailAccount, { data: null });
    assert.deepEqual(
      [read.status, read.document.data.attributes, read.document.data.links.page, read.document.links.page],
      [200, document.data.attributes, undefined, undefined],
    );
    assert.match(page.html, /value="jane@example\.org"/);
  });

  it('takes the example of its description, and no parameter without a description', async (t) => {
    const { send } = await openApi(t);
    const operation = readDocument('v1').paths['/ConnectSessions']?.post;
    const example = operation?.requestBody?.content['application/vnd.api+json']?.example;
    const body = JSON.stringify(example).replace('/mailbox-connected', '/back');

    const made = await send('all', '/ConnectSessions', { method: 'POST', body });
    const refused = await send('all', '/ConnectSessions?undescribed=1', { method: 'POST', body });

    assert.deepEqual(
      [made.status, refused.status, refused.document.errors[0].code],
      [201, 400, 'unknown-parameter'],
    );
  });

  it('says that the query of the return URL has a name of the result', async (t) => {
    const { create } = await openApi(t);

    const { document } = await create('all', { returnUrl: `${RETURN_URL}&status=1` });

    assert.equal(document.errors[0].detail, 'Its query must not have "account" or "status".');
  });

  it('lasts 15 minutes by default', async (t) => {
    const { scene, create } = await openApi(t);

    const { document } = await create('all', { returnUrl: RETURN_URL });

    assert.equal(document.data.attributes.expiresAt, toInstant(scene.now + 900_000));
  });

  for (const [name, attributes, pointer] of [
    ['no return URL', {}, 'returnUrl'],
    ['a return URL of others', { returnUrl: 'https://evil.example/back' }, 'returnUrl'],
    ['a longer path segment', { returnUrl: 'https://crm.example/backdoor' }, 'returnUrl'],
    ['a return URL without TLS', { returnUrl: 'http://crm.example/back' }, 'returnUrl'],
    ['a script', { returnUrl: 'javascript:alert(1)' }, 'returnUrl'],
    ['a relative return URL', { returnUrl: '//crm.example/back' }, 'returnUrl'],
    ['no address', { returnUrl: RETURN_URL, address: 'jane' }, 'address'],
    ['an unknown provider', { returnUrl: RETURN_URL, providers: ['unknown'] }, 'providers'],
    ['no time', { returnUrl: RETURN_URL, expiresIn: 0 }, 'expiresIn'],
    ['more than a day', { returnUrl: RETURN_URL, expiresIn: 86_401 }, 'expiresIn'],
    ['half a second', { returnUrl: RETURN_URL, expiresIn: 0.5 }, 'expiresIn'],
    ['a status', { returnUrl: RETURN_URL, status: 'connected' }, 'status'],
  ] as const) {
    it(`refuses ${name}`, async (t) => {
      const { create } = await openApi(t);

      assert.deepEqual(errorOf(await create('all', attributes)), [
        422,
        'invalid-value',
        `/data/attributes/${pointer}`,
      ]);
    });
  }

  it('reconnects an account, and refuses an unknown one', async (t) => {
    const { create } = await openApi(t);
    const pointer = '/data/relationships/MailAccount/data';

    const own = await create('all', { returnUrl: RETURN_URL }, { account: 'ann' });

    assert.deepEqual(own.document.data.relationships.MailAccount.data, { type: 'MailAccount', id: 'ann' });
    for (const account of ['unknown', '~zz', '']) {
      const answer = await create('all', { returnUrl: RETURN_URL }, { account });
      assert.deepEqual(errorOf(answer), [404, 'mail-account-unknown', pointer]);
    }
  });

  it('lets a bound key reconnect its own account, and nothing else', async (t) => {
    const { send, create } = await openApi(t);
    const foreign = await create('all', { returnUrl: RETURN_URL }, { account: 'ann' });
    const unbound = await create('all', { returnUrl: RETURN_URL });

    const own = await create('bound', { returnUrl: RETURN_URL }, { account: 'jane' });
    const read = (answer: Answer) => send('bound', `/ConnectSessions/${answer.document.data.id}`);

    assert.deepEqual([own.status, (await read(own)).status], [201, 200]);
    assert.deepEqual(errorOf(await create('bound', { returnUrl: RETURN_URL })), [
      403,
      'access-denied',
      undefined,
    ]);
    assert.deepEqual(errorOf(await create('bound', { returnUrl: RETURN_URL }, { account: null })), [
      403,
      'access-denied',
      undefined,
    ]);
    assert.equal(errorOf(await create('bound', { returnUrl: RETURN_URL }, { account: 'ann' }))[0], 404);
    for (const answer of [foreign, unbound]) {
      assert.deepEqual(errorOf(await read(answer)), [404, 'connect-session-unknown', undefined]);
    }
  });

  it('needs the scope accounts, and no login of a person', async (t) => {
    const { send, create } = await openApi(t);

    const made = await create('mail', { returnUrl: RETURN_URL });

    assert.deepEqual([made.status, made.document.errors[0].meta.scope], [403, 'accounts']);
    assert.equal((await send('mail', '/ConnectSessions/any')).status, 403);
    assert.equal((await create('unknown', { returnUrl: RETURN_URL })).status, 401);
  });

  it('gives the same session to a repeated request with its key', async (t) => {
    const { create } = await openApi(t);
    const headers = { 'idempotency-key': 'invitation-1' };

    const first = await create('all', { returnUrl: RETURN_URL }, { headers });
    const second = await create('all', { returnUrl: RETURN_URL }, { headers });

    assert.deepEqual(
      [second.headers.get('idempotency-replayed'), second.document.data.id, second.document.links],
      ['true', first.document.data.id, first.document.links],
    );
  });

  it('names the missing setting without a store', async (t) => {
    const scene = await openConnectScene(t, { services: { principals, connectLinks: null } });

    const response = await fetch(`${scene.address}${V1}/ConnectSessions`, {
      method: 'POST',
      headers: { connection: 'close' },
    });

    assert.equal(response.status, 404);
    assert.match(await response.text(), /APP_DATABASE_URL/);
  });
});

describe('GET /ConnectSessions/{id}', () => {
  it('selects fields', async (t) => {
    const { send, create } = await openApi(t);
    const { document } = await create('all', { returnUrl: RETURN_URL });

    const { document: read } = await send(
      'all',
      `/ConnectSessions/${document.data.id}?fields[ConnectSession]=status`,
    );

    assert.deepEqual([read.data.attributes, read.data.relationships], [{ status: 'open' }, undefined]);
  });

  it('shows the account once it is connected', async (t) => {
    const { scene, send, create } = await openApi(t);
    const { document } = await create('all', { returnUrl: RETURN_URL, address: 'jane@example.org' });
    const { page } = document.links;
    const client = new PageClient();
    await client.get(page);
    await client.post(page, { step: 'address', address: 'jane@example.org' });
    const login = { step: 'password', address: 'jane@example.org' };
    await client.post(page, { ...login, password: 'wrong' });
    const failed = await send('all', `/ConnectSessions/${document.data.id}`);
    await client.post(page, { ...login, password: 'right-password' });

    const { document: read } = await send('all', `/ConnectSessions/${document.data.id}`);

    assert.deepEqual(failed.document.data.attributes.problem, {
      code: 'authentication-failed',
      detail: 'The mail server did not accept the login.',
    });
    assert.deepEqual(
      [read.data.attributes.status, read.data.attributes.problem, read.data.relationships.MailAccount],
      [
        'connected',
        null,
        {
          links: { related: `${scene.address}${V1}/MailAccounts/${document.data.id}` },
          data: { type: 'MailAccount', id: document.data.id },
        },
      ],
    );
  });

  it('is expired at its end, and gone a day later', async (t) => {
    const { scene, send, create } = await openApi(t);
    const { document } = await create('all', { returnUrl: RETURN_URL, expiresIn: 60 });
    const path = `/ConnectSessions/${document.data.id}`;
    const read = async () => (await send('all', path)).document;
    scene.now += 60_000;
    const expired = (await read()).data.attributes.status;
    scene.now += 86_400_000;
    const onTime = (await read()).data.attributes.status;
    scene.now += 60_000;

    assert.deepEqual([expired, onTime], ['expired', 'expired']);
    assert.equal((await read()).errors[0].code, 'connect-session-unknown');
  });

  it('has expired when the key that made it is gone', async (t) => {
    const { scene } = await openApi(t);
    const key = buildApiKey();
    await scene.store.apiKeys.save(key);
    const link = { returnUrl: RETURN_URL, address: null, name: null, providers: null };
    const { session } = await scene.links.create(
      { ...link, expiresInSeconds: 900, account: null },
      { key: key.id, accounts: 'all' },
    );
    const before = await scene.status(session.id);
    await scene.store.apiKeys.remove(key.id);

    assert.deepEqual([before, await scene.status(session.id)], ['open', 'expired']);
  });
});
