import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readProcessMemory } from '../../../src/http/server/memory-guard.ts';
import { AUTHORIZATION, createTestServer, INBOX } from '../test-server.ts';

const ACCOUNTS = '/rest-api-email/v1/MailAccounts';
const CHECK_INTERVAL_MS = 200;

function startWith(t: TestContext, memory: { usedOctets: number }) {
  const memoryGauge = () => [
    { usedOctets: 10, limitOctets: 100 },
    { ...memory, limitOctets: 1_000 },
  ];
  const server = createTestServer(t, { options: { memoryGauge } });
  return (url: string) => server.inject({ url, headers: { authorization: AUTHORIZATION } });
}

describe('A server that is short of memory', () => {
  it('refuses requests in the shape of their version, and says when to come back', async (t) => {
    const get = startWith(t, { usedOctets: 901 });

    const [v0, v1] = [await get(INBOX), await get(ACCOUNTS)];

    assert.deepEqual([v0.statusCode, v1.statusCode], [503, 503]);
    assert.deepEqual([v0.headers['retry-after'], v1.headers['retry-after']], ['5', '5']);
    assert.deepEqual([v0.json().success, v1.json().errors[0].code], [false, 'too-many-connections']);
  });

  it('tells its health, and that it takes no requests', async (t) => {
    const get = startWith(t, { usedOctets: 901 });

    const [alive, ready] = [await get('/health'), await get('/health/ready')];

    assert.deepEqual([alive.statusCode, ready.statusCode], [200, 503]);
    assert.equal(ready.json().status, 'short of memory');
  });

  it('answers again when there is room', async (t) => {
    const memory = { usedOctets: 901 };
    const get = startWith(t, memory);
    const refused = await get(ACCOUNTS);
    memory.usedOctets = 900;
    await wait(CHECK_INTERVAL_MS + 50);

    const [served, ready] = [await get(ACCOUNTS), await get('/health/ready')];

    assert.deepEqual([refused.statusCode, served.statusCode, ready.statusCode], [503, 200, 200]);
  });
});

describe('readProcessMemory', () => {
  it('has a limit for each kind of memory, and most of it is free here', () => {
    const uses = readProcessMemory();

    assert.ok(uses.length >= 1, 'no kind of memory');
    for (const { usedOctets, limitOctets } of uses) {
      assert.ok(usedOctets > 1_000_000 && usedOctets < limitOctets, `${usedOctets} of ${limitOctets}`);
    }
  });
});
