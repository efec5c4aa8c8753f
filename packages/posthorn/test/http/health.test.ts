import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestServer } from './test-server.ts';

describe('GET /health', () => {
  it('answers as long as the process lives', async (t) => {
    const answer = await createTestServer(t).inject('/health');

    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), { status: 'ok' });
  });
});

describe('GET /health/ready', () => {
  it('answers 200 when the server takes requests', async (t) => {
    const answer = await createTestServer(t).inject('/health/ready');

    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), { status: 'ready' });
  });

  it('answers 503 while the server takes no requests', async (t) => {
    const app = createTestServer(t, { options: { isReady: async () => false } });

    const answer = await app.inject('/health/ready');

    assert.equal(answer.statusCode, 503);
    assert.deepEqual(answer.json(), { status: 'unavailable' });
  });
});
