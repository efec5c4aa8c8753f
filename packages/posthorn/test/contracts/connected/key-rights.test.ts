/** Every route by keys of every scope, for an account of the key and for a foreign one. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { routesOf } from '../../../../../scripts/scopes-page.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../../src/domain/rights/api-key.ts';
import type { ApiRoute } from '../../../src/http/route/api-route.ts';
import { API_VERSIONS } from '../../../src/http/server/api-versions.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
  V0,
  V1,
} from './connected-server.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const ANN = { name: 'ann@example.org', password: 'ann-secret' };
const OWN = 'own';
const FOREIGN = 'foreign';
const SEGMENTS = { mailFolderId: 'INBOX', messageItemId: '1.1', attachmentId: '2' } as const;
/** Streams have no end. Version 0 answers an unknown account with 401. */
const STREAM = /\/events$/;

interface Matrix {
  readonly version: string;
  readonly route: ApiRoute;
  readonly account: string;
}

const ROUTES = API_VERSIONS.flatMap((version) =>
  routesOf(version)
    .filter(({ access, path }) => access.login !== 'none' && !STREAM.test(path))
    .map((route) => ({ version: version.tag === 'v0' ? V0 : V1, route })),
);

function addressOf({ version, route: { path }, account }: Matrix): string {
  const flat = /^\/(MailFolders|MessageItems|MessageBodies|Attachments)\/:id/.exec(path)?.[1];
  const ids = {
    MailFolders: '.INBOX',
    MessageItems: '.INBOX.1.1',
    MessageBodies: '.INBOX.1.1',
    Attachments: '.INBOX.1.1.2',
  };
  const id = flat === undefined ? 'x' : `${account}${ids[flat as keyof typeof ids]}`;
  const values = { ...SEGMENTS, mailAccountId: account, id };
  return version + path.replace(/:(\w+)/g, (_match, name: keyof typeof values) => values[name]);
}

function isOfAccount({ path }: ApiRoute): boolean {
  return (
    path.includes(':mailAccountId') ||
    /^\/(MailFolders|MessageItems|MessageBodies|Attachments)\/:id/.test(path)
  );
}

function isEnough({ access }: ApiRoute, scope: ApiKeyScope): boolean {
  if (access.login === 'none') return true;
  const { scope: required } = access;
  return typeof required === 'string' ? required === scope : required.anyOf.some((each) => each === scope);
}

describe('The rights of keys', () => {
  let own: Sandbox;
  let foreign: Sandbox;
  let server: ConnectedServer;
  before(async () => {
    own = await startSandbox({ users: [JANE], smtp: true });
    foreign = await startSandbox({ users: [ANN], smtp: true });
    server = await startConnectedServer({
      servers: [own, foreign].map(({ imapPort, smtpPort }) => ({ imapPort, smtpPort })),
    });
    const created = [
      await connect(OWN, accountAt(own, JANE)),
      await connect(FOREIGN, accountAt(foreign, ANN)),
    ];
    assert.deepEqual(
      created.map(({ status }) => status),
      [201, 201],
    );
    foreign.clearRecording();
  });
  after(async () => {
    await server?.close();
    await own?.close();
    await foreign?.close();
  });

  /** One that a test has removed; else it is refused. */
  const connect = (id: string, attributes: object) =>
    server.ask({ method: 'POST', url: '/MailAccounts', document: accountDocument(attributes, id) });

  const send = async (key: string, matrix: Matrix) => {
    const { method } = matrix.route;
    const hasBody = method === 'POST' || method === 'PATCH';
    const answer = await server.posthorn.server.inject({
      method,
      url: addressOf(matrix),
      headers: { authorization: `Bearer ${key}`, ...(hasBody && { 'content-type': 'application/json' }) },
      ...(hasBody && { payload: '{}' }),
    });
    const isJson = /json/.test(String(answer.headers['content-type'])) && answer.body !== '';
    const body = isJson ? answer.json() : {};
    return { status: answer.statusCode, code: body.errors?.[0]?.code ?? body.code };
  };

  for (const scope of API_KEY_SCOPES) {
    it(`of ${scope} alone are those of its routes, for its account`, async () => {
      await connect(OWN, accountAt(own, JANE));
      const key = await server.makeKey({ scopes: [scope], accounts: [OWN] });

      const wrong: unknown[] = [];
      for (const { version, route } of ROUTES) {
        for (const account of isOfAccount(route) ? [OWN, FOREIGN] : [OWN]) {
          const { status, code } = await send(key, { version, route, account });
          const row = [route.method, addressOf({ version, route, account }), status, code];
          const isRefused = route.method === 'HEAD' ? status === 403 : code === 'scope-missing';
          const isUnknown =
            version === V0
              ? status === 401
              : status === 404 && (route.method === 'HEAD' || code === 'mail-account-unknown');
          if (isRefused === isEnough(route, scope)) wrong.push(row);
          if (!isRefused && account === FOREIGN && !isUnknown) wrong.push(row);
          if (!isRefused && account === OWN && status === 401) wrong.push(row);
        }
      }

      assert.deepEqual(wrong, []);
      assert.deepEqual(foreign.recording, []);
    });
  }

  it('do not reach a foreign account through ids in filters, documents and lists', async () => {
    await connect(OWN, accountAt(own, JANE));
    const key = await server.makeKey({ accounts: [OWN] });
    const message = `${FOREIGN}.INBOX.1.1`;
    const to = (type: string, id: string) => ({ data: { type, id } });
    const draft = (relationships: object) => ({
      data: { type: 'MessageItem', attributes: { subject: 'x' }, relationships },
    });
    const folder = `/MailAccounts/${OWN}/MailFolders/INBOX/MessageItems`;
    const requests = [
      { url: `/MailFolders?filter[MailAccount]=${FOREIGN}` },
      { url: `/MessageItems?filter[MailAccount]=${FOREIGN}` },
      { url: `/MessageItems?filter[id]=${message}` },
      { url: `/MessageItems?filter[MailFolder]=${FOREIGN}.INBOX` },
      { url: `/MailAccounts/${OWN}/MessageItems?filter[MailFolder]=${FOREIGN}.INBOX` },
      { url: `/MailAccounts/${OWN}/MessageItems?filter[threadOf]=${message}` },
      { url: `${folder}?filter[id]=${message}` },
      {
        method: 'POST' as const,
        url: '/MessageItems',
        document: draft({ repliesTo: to('MessageItem', message) }),
      },
      {
        method: 'POST' as const,
        url: '/MessageItems',
        document: draft({ forwards: to('MessageItem', message) }),
      },
      {
        method: 'POST' as const,
        url: '/MessageItems',
        document: draft({ MailFolder: to('MailFolder', `${FOREIGN}.INBOX`) }),
      },
      { method: 'POST' as const, url: folder, document: draft({ repliesTo: to('MessageItem', message) }) },
      {
        ...{ method: 'POST' as const, url: '/MailFolders' },
        document: {
          data: {
            ...{ type: 'MailFolder', attributes: { name: 'x' } },
            relationships: { parent: to('MailFolder', `${FOREIGN}.INBOX`) },
          },
        },
      },
    ];

    const answers = await Promise.all(requests.map((request) => server.ask({ ...request, key })));

    assert.deepEqual(
      answers.filter(({ status }) => status < 400 || status > 422).map(({ status, body }) => [status, body]),
      [],
    );
    assert.deepEqual(foreign.recording, []);
  });

  it('list and show no foreign account, and are bound for ever when theirs is gone', async () => {
    const key = await server.makeKey({ accounts: [OWN] });
    const list = await server.ask({ url: '/MailAccounts', key });
    const shown = await server.ask({ url: `/MailAccounts/${FOREIGN}`, key });
    const created = await server.ask({
      ...{ method: 'POST', url: '/MailAccounts', key },
      document: accountDocument(accountAt(own, JANE)),
    });

    assert.deepEqual(
      list.body.data.map(({ id }: { id: string }) => id),
      [OWN],
    );
    assert.deepEqual([shown.status, created.status], [404, 403]);
  });
});
