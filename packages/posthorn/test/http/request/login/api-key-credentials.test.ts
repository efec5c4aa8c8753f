import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseApiKey } from '../../../../src/http/request/login/api-key-credentials.ts';

describe('parseApiKey', () => {
  it('reads the id and the secret, which may have underscores', () => {
    const key = parseApiKey('Bearer ph_k1_a_b-c');

    assert.deepEqual([key?.id, key?.secret.reveal()], ['k1', 'a_b-c']);
  });

  it('shows no secret', () => {
    assert.doesNotMatch(JSON.stringify(parseApiKey('Bearer ph_k1_hidden')), /hidden/);
  });

  it('takes no other token, scheme or length for a key', () => {
    const headers = [
      ...[
        'Bearer ph_k1',
        'Bearer ph_k1_',
        'Bearer ph__secret',
        'Bearer PH_k1_secret',
        'Bearer xph_k1_secret',
      ],
      ...['Basic ph_k1_secret', 'ph_k1_secret', '', undefined, `Bearer ph_k1_${'x'.repeat(257)}`],
    ];

    assert.deepEqual(
      headers.map((header) => parseApiKey(header)),
      headers.map(() => undefined),
    );
  });
});
