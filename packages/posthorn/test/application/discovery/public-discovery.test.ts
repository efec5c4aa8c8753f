import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTokenBuckets } from '../../../src/adapters/memory/memory-rate-limits.ts';
import { createPublicDiscovery } from '../../../src/application/discovery/public-discovery.ts';
import { sampleEntry } from '../../doctor/mail-server-entry-sample.ts';
import { discoveryOver } from './fake-sources.ts';

const SIGNAL = new AbortController().signal;
const QUESTION = { address: 'jane@acme.test', client: '192.0.2.1' };

function publicDiscovery(mailServerDiscovery = discoveryOver({})) {
  return createPublicDiscovery({ mailServerDiscovery, rateLimits: createTokenBuckets(() => 0) });
}

describe('PublicDiscovery', () => {
  it('answers ten questions of one client a minute, and others all the same', async () => {
    const discovery = publicDiscovery();
    for (let count = 0; count < 10; count += 1) await discovery.discover(QUESTION, SIGNAL);

    await assert.rejects(discovery.discover(QUESTION, SIGNAL), {
      code: 'rate-limited',
      details: {
        detail: 'The servers of too many addresses were asked for from this address.',
        retryAfterSeconds: 6,
      },
    });
    assert.equal(
      (await discovery.discover({ ...QUESTION, client: '192.0.2.2' }, SIGNAL)).domain,
      'acme.test',
    );
  });

  it('lets twenty wait at once', async () => {
    const never = new Promise<never>(() => undefined);
    const discovery = publicDiscovery({ discover: () => never });
    for (let count = 0; count < 20; count += 1) {
      void discovery.discover({ ...QUESTION, client: `192.0.2.${count}` }, SIGNAL);
    }

    await assert.rejects(discovery.discover({ ...QUESTION, client: '198.51.100.1' }, SIGNAL), {
      code: 'too-many-connections',
    });
  });

  it('keeps hosts of the own network of the operator to itself', async () => {
    const inbox = { type: 'IMAP', host: '10.0.0.5', port: 143, isTls: false } as const;
    const entries = () => [sampleEntry({ domain: 'acme.test', inbox })];

    const { incoming, outgoing } = await publicDiscovery(discoveryOver({ entries })).discover(
      QUESTION,
      SIGNAL,
    );

    assert.deepEqual([incoming, outgoing.map(({ host }) => host)], [[], ['smtp.example.org']]);
  });
});
