import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createTokenBuckets } from '../../../../src/adapters/memory/memory-rate-limits.ts';
import { createPublicDiscovery } from '../../../../src/application/discovery/public-discovery.ts';
import { discoveryOver, documentOf, sender, server } from '../../../application/discovery/fake-sources.ts';
import { authProvider, createTestServer } from '../../test-server.ts';

const AUTOCONFIG = 'https://autoconfig.acme.test/mail/config-v1.1.xml';
const URL = '/rest-imapuser/discover?address=jane%40acme.test';

function serverWith(t: TestContext, hasSignIn = true) {
  const incoming = [server('imap.acme.test', { mechanisms: ['oauth', 'password'] })];
  const documents = { [AUTOCONFIG]: documentOf(incoming, [sender('smtp.acme.test')]) };
  const publicDiscovery = createPublicDiscovery({
    mailServerDiscovery: discoveryOver({ documents }),
    rateLimits: createTokenBuckets(() => 0),
  });
  return createTestServer(t, { services: { publicDiscovery }, authProvider: { ...authProvider, hasSignIn } });
}

describe('GET /discover', () => {
  it('needs no login, and answers with the servers', async (t) => {
    const answer = await serverWith(t).inject(URL);

    assert.deepEqual(
      [answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']],
      [200, 'application/vnd.api+json', 'no-store'],
    );
    assert.deepEqual(answer.json().data, {
      type: 'MailServers',
      id: 'acme.test',
      attributes: {
        incoming: [
          {
            ...{ protocol: 'imap', host: 'imap.acme.test', port: 993, security: 'tls' },
            ...{ user: 'jane@acme.test', mechanisms: ['oauth', 'password'] },
          },
        ],
        outgoing: [
          {
            ...{ protocol: 'smtp', host: 'smtp.acme.test', port: 465, security: 'tls' },
            ...{ user: 'jane@acme.test', mechanisms: ['password'] },
          },
        ],
        source: 'autoconfig',
        confidence: 'certain',
      },
    });
  });

  it('is there also without a sign-in', async (t) => {
    assert.equal((await serverWith(t, false).inject(URL)).statusCode, 200);
  });

  it('answers with empty lists where nothing is found', async (t) => {
    const answer = await serverWith(t).inject('/rest-imapuser/discover?address=jane%40other.test');

    assert.deepEqual(answer.json().data.attributes, {
      incoming: [],
      outgoing: [],
      source: null,
      confidence: null,
    });
  });

  it('refuses what is no address with an error document', async (t) => {
    const answers = await Promise.all(
      ['', '?address=', '?address=jane', '?address=a%40b.test&address=c%40d.test'].map((query) =>
        serverWith(t, false).inject(`/rest-imapuser/discover${query}`),
      ),
    );

    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, answer.json().errors[0].source]),
      answers.map(() => [400, { parameter: 'address' }]),
    );
  });

  it('refuses the eleventh question of a minute, and says when to ask again', async (t) => {
    const app = serverWith(t);
    for (let count = 0; count < 10; count += 1) await app.inject(URL);

    const answer = await app.inject(URL);

    assert.deepEqual(
      [answer.statusCode, answer.headers['retry-after'], answer.json().errors[0].code],
      [429, '6', 'rate-limited'],
    );
  });
});
