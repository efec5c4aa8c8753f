/** Which receivers of webhooks are allowed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReceiverPolicy } from '../../../src/adapters/network/receiver-policy.ts';

const NEVER = new AbortController().signal;

describe('The policy of receivers', () => {
  const policy = createReceiverPolicy({
    allowList: ['hooks.lan', '10.0.0.5:8080', '*.lan:5678', '[fd00::1]'],
    resolve: async (name) => (name === 'both.example.org' ? ['9.9.9.9', '10.0.0.1'] : ['9.9.9.9']),
    isOwnAddress: (address) => address === '8.8.8.8',
  });

  it('allows https at any port of public names and addresses', () => {
    for (const url of ['https://a.example.org/x?y=z', 'https://a.example.org:8443/', 'https://9.9.9.9/']) {
      assert.equal(policy.refusalOf(url), null, url);
    }
  });

  it('allows what the operator lists, in clear too', () => {
    for (const url of [
      'http://hooks.lan/',
      'https://hooks.lan',
      'http://10.0.0.5:8080/',
      'http://n8n.lan:5678/a',
      'http://[fd00::1]/',
    ]) {
      assert.equal(policy.refusalOf(url), null, url);
    }
    assert.notEqual(policy.refusalOf('http://hooks.lan:8080/'), null);
  });

  it('refuses everything else', () => {
    const refused = [
      ...['http://a.example.org/', 'ftp://a.example.org/', 'javascript:alert(1)', 'a.example.org', ''],
      ...['https://user@a.example.org/', 'https://u:p@a.example.org/', 'https://a.example.org/#x'],
      ...['https://localhost/', 'https://intranet/', 'https://a.local/', 'https://metadata.internal/'],
      ...[
        'https://127.0.0.1/',
        'https://0x7f000001/',
        'https://127.1/',
        'https://[::1]/',
        'https://10.1.2.3/',
      ],
      ...['https://[::ffff:127.0.0.1]/', 'https://169.254.169.254/', 'https://8.8.8.8/', 'https://0/'],
      `https://a.example.org/${'x'.repeat(2_000)}`,
    ];
    for (const url of refused) assert.notEqual(policy.refusalOf(url), null, url);
  });

  it('vets the resolved address, of which one that is inside refuses all', async () => {
    assert.deepEqual(await policy.vet('https://a.example.org/', NEVER), {
      ...{ address: '9.9.9.9', port: 443, serverName: 'a.example.org' },
    });
    await assert.rejects(policy.vet('https://both.example.org/', NEVER), { code: 'host-not-allowed' });
    await assert.rejects(policy.vet('http://a.example.org/', NEVER), { code: 'host-not-allowed' });
  });
});
