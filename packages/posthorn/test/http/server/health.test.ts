import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestServer } from '../test-server.ts';

describe('GET /health', () => {
  it('answers as long as the process lives, with the environment', async (t) => {
    const answer = await createTestServer(t, { options: { environment: 'staging' } }).inject('/health');

    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), { status: 'ok', environment: 'staging' });
  });
});

describe('GET /health of a known program', () => {
  it('tells its version', async (t) => {
    const answer = await createTestServer(t, { options: { programVersion: '1.2.3' } }).inject('/health');

    assert.deepEqual(answer.json(), { status: 'ok', environment: 'test', version: '1.2.3' });
  });
});

describe('GET /health/ready', () => {
  it('answers 200 when the server takes requests', async (t) => {
    const answer = await createTestServer(t).inject('/health/ready');

    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), { status: 'ready', environment: 'test' });
  });
});
