/** Values that PostgreSQL cannot store or compare: refused like any other, at both databases. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postgresIsMissing, startPostgres } from '../../support/postgres.ts';
import { type ConnectedServer, type KeyRequest, startConnectedServer } from './connected-server.ts';

const cursor = (position: object) => Buffer.from(JSON.stringify(position)).toString('base64url');
const NUMBERS = [1e300, 1.5, -(2 ** 63) * 2];
/** An account that is tried would fail by its server. */
const ACCOUNT = {
  ...{
    inbox_address: 'imap.example.org',
    login: { mechanism: 'password', user: 'a@example.org', password: 'x' },
  },
};

const create = (type: string, attributes: object): KeyRequest => ({
  ...{ method: 'POST', url: `/${type}s${type === 'MailAccount' ? '?verify=false' : ''}` },
  document: { data: { type, attributes } },
});

const READ: readonly string[] = [
  ...['/MailAccounts/%00', '/MailAccounts/a%00/MailFolders', '/MailFolders/a~00.INBOX', '/ApiKeys/%00'],
  ...[
    '/Webhooks/%00',
    '/Webhooks/%00/deliveries',
    '/ConnectSessions/%00',
    '/Events?filter[MailAccount]=a~00',
  ],
  ...[
    '/MailAccounts?filter[address]=%00',
    '/MailAccounts?filter[id]=a~00',
    '/MailAccounts?filter[id]=%00',
    '/rest-imapuser/connect/%00/a',
  ],
  `/MailAccounts?page[after]=${cursor({ by: 'name', value: '\0', id: 'a' })}`,
  `/ApiKeys?page[after]=${cursor({ at: 1, id: '\0' })}`,
];

const CURSORS: readonly string[] = NUMBERS.flatMap((number) => [
  `/ApiKeys?page[after]=${cursor({ at: number, id: 'a' })}`,
  `/Webhooks?page[after]=${cursor({ at: number, id: 'a' })}`,
  `/MailAccounts?sort=createdAt&page[after]=${cursor({ by: 'createdAt', value: number, id: 'a' })}`,
]);

const NAMES: readonly KeyRequest[] = ['\0', 'a\r\nb', '\u001b[2J'].flatMap((name) => [
  create('ApiKey', { name, scopes: ['mail.read'] }),
  create('MailAccount', { ...ACCOUNT, from: { address: 'a@example.org', name } }),
  create('ConnectSession', { returnUrl: 'https://crm.example/back', name }),
]);

function suite(urlOf: () => Promise<string | undefined>): void {
  let server: ConnectedServer;
  let key = '';
  before(async () => {
    const url = await urlOf();
    server = await startConnectedServer({
      ...(url !== undefined && { settings: { APP_DATABASE_URL: url } }),
      oauth: { providers: [], returnUrls: ['https://crm.example/back'] },
    });
    key = await server.makeKey({ scopes: ['mail.read', 'accounts', 'keys', 'webhooks'] });
  });
  after(() => server?.close());

  it('name nothing', async () => {
    for (const url of READ) {
      const { statusCode } = await server.posthorn.server.inject({
        url: url.startsWith('/rest-') ? url : `/rest-api-email/v1${url}`,
        headers: { authorization: `Bearer ${key}` },
      });
      assert.ok([200, 400, 404].includes(statusCode), `${url}: ${statusCode}`);
    }
  });

  it('are no cursors', async () => {
    for (const url of CURSORS) {
      const { error } = await server.ask({ url, key });
      assert.deepEqual(error, [400, 'invalid-parameter', 'page[after]'], url);
    }
  });

  it('are no names', async () => {
    for (const request of NAMES) {
      const { error } = await server.ask({ ...request, key });
      assert.deepEqual(error.slice(0, 2), [422, 'invalid-value'], JSON.stringify(request.document));
    }
  });
}

describe('Values that no database can store: file', () => suite(async () => undefined));

describe('Values that no database can store: PostgreSQL', { skip: postgresIsMissing }, () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  after(() => postgres?.stop());
  suite(async () => {
    postgres = await startPostgres();
    return postgres.createDatabase();
  });
});
