/** Where links point to, over the settings and over what proxies say. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { HttpOptions } from '../../../../src/http/server/http-options.ts';
import { file, InMemoryMailStore, mailbox, message } from '../../in-memory-mail-store.ts';
import { AUTHORIZATION, createTestServer } from '../../test-server.ts';

const PUBLIC_URL = 'https://mail.example.org/api';
const FORWARDED = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'mail.example.org',
  'x-forwarded-prefix': '/api/',
};

/** A server with a file that is too large to be sent in a list, and what it answers. */
function createLinkServer(t: TestContext, options: Partial<HttpOptions> = {}) {
  const files = [file({ encodedOctets: 78_000_000 })];
  const mailStore = new InMemoryMailStore([
    { mailbox: mailbox('INBOX'), messages: [message({ uid: 12, files })] },
  ]);
  const app = createTestServer(t, { mailStore, options });
  return async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await app.inject({
      url,
      headers: { authorization: AUTHORIZATION, host: 'local.test:8025', ...headers },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
}

/** The prefixes of links below the path of the email service. */
async function linksOf(get: ReturnType<typeof createLinkServer>, base: string, headers = {}) {
  const folder = 'MailAccounts/gmail/MailFolders/INBOX';
  const list = await get(`${base}/v1/${folder}/MessageItems?page[limit]=1`, headers);
  const address = `MessageItems/${list.data[0].id}`;
  const single = await get(`${base}/v1/${address}`, headers);
  const byAlias = await get(`${base}/${address}`, headers);
  const attachments = await get(`${base}/v0/${folder}/MessageItems/12/Attachments?_dc=1`, headers);
  const until = (link: string) => link.replace(/(?:MailAccounts|MailFolders|MessageItems)\/.*/, '');
  return {
    document: until(list.links.self),
    resource: until(single.data.links.self),
    related: until(single.data.relationships.MailFolder.links.related),
    alias: until(byAlias.data.links.self),
    download: until(attachments.data[0].downloadUrl),
  };
}

function allBelow(address: string) {
  return {
    document: `${address}/v1/`,
    resource: `${address}/v1/`,
    related: `${address}/v1/`,
    alias: `${address}/`,
    download: `${address}/v0/`,
  };
}

describe('Links', () => {
  it('begin with the address that the request was sent to', async (t) => {
    const links = await linksOf(createLinkServer(t), '/rest-api-email', FORWARDED);

    assert.deepEqual(links, allBelow('http://local.test:8025/rest-api-email'));
  });

  it('begin with APP_URL where it is set, whatever the request says', async (t) => {
    const get = createLinkServer(t, { publicUrl: PUBLIC_URL, trustedProxies: ['127.0.0.1'] });

    const headers = { host: 'evil.test', ...FORWARDED, 'x-forwarded-host': 'evil.test' };
    const links = await linksOf(get, '/rest-api-email', headers);

    assert.deepEqual(links, allBelow(`${PUBLIC_URL}/rest-api-email`));
  });

  it('begin with APP_URL once where the proxy leaves its path on', async (t) => {
    const links = await linksOf(createLinkServer(t, { publicUrl: PUBLIC_URL }), '/api/rest-api-email');

    assert.deepEqual(links, allBelow(`${PUBLIC_URL}/rest-api-email`));
  });

  it('begin with what a trusted proxy says', async (t) => {
    const get = createLinkServer(t, { trustedProxies: ['127.0.0.0/8'] });

    assert.deepEqual(
      await linksOf(get, '/rest-api-email', FORWARDED),
      allBelow(`${PUBLIC_URL}/rest-api-email`),
    );
  });

  it('do not begin with what another client says', async (t) => {
    const get = createLinkServer(t, { trustedProxies: ['192.0.2.1'] });

    assert.deepEqual(
      await linksOf(get, '/rest-api-email', FORWARDED),
      allBelow('http://local.test:8025/rest-api-email'),
    );
  });

  for (const prefix of ['//evil.test', '/a//b', 'api', '/a b', '/x?y', '/"', `/${'x'.repeat(300)}`]) {
    it(`do not begin with ${prefix.slice(0, 20)}, which is no path`, async (t) => {
      const get = createLinkServer(t, { trustedProxies: ['127.0.0.1'] });

      const links = await linksOf(get, '/rest-api-email', { ...FORWARDED, 'x-forwarded-prefix': prefix });

      assert.deepEqual(links, allBelow('https://mail.example.org/rest-api-email'));
    });
  }

  for (const publicUrl of [null, PUBLIC_URL]) {
    it(`have all segments of the service's path, below ${publicUrl ?? 'the host'}`, async (t) => {
      const get = createLinkServer(t, { emailPath: 'services/mail/api', publicUrl });

      const links = await linksOf(get, '/services/mail/api');

      assert.deepEqual(links, allBelow(`${publicUrl ?? 'http://local.test:8025'}/services/mail/api`));
    });
  }
});

describe('The auth service', () => {
  for (const path of ['/sign/in/auth', '/sign/in/v0/auth', '/api/sign/in/v0/auth']) {
    it(`at a path of several segments answers ${path}`, async (t) => {
      const app = createTestServer(t, { options: { authPath: 'sign/in', publicUrl: PUBLIC_URL } });

      const answer = await app.inject({
        method: 'POST',
        url: path,
        payload: { username: 'jane@example.org', password: 'secret' },
      });

      assert.deepEqual([answer.statusCode, answer.json().success], [200, true]);
    });
  }
});

describe('The servers of the OpenAPI documents', () => {
  const servers = async (
    t: TestContext,
    options: Partial<HttpOptions>,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const document = await createLinkServer(t, options)('/openapi/v0.json', headers);
    return [...document.servers, ...document.paths['/auth'].post.servers].map(({ url }) => url);
  };
  const services = ['/mail/api/v0', '/login/v0', '/login'];
  const paths = { emailPath: 'mail/api', authPath: 'login' };

  it('are paths of the host that the document comes from', async (t) => {
    assert.deepEqual(await servers(t, paths), services);
  });

  it('begin with APP_URL where it is set', async (t) => {
    const expected = services.map((path) => PUBLIC_URL + path);

    assert.deepEqual(await servers(t, { ...paths, publicUrl: PUBLIC_URL }), expected);
  });

  it('begin with the path that a trusted proxy has cut off', async (t) => {
    const expected = services.map((path) => `/api${path}`);

    assert.deepEqual(await servers(t, { ...paths, trustedProxies: ['127.0.0.1'] }, FORWARDED), expected);
  });
});
