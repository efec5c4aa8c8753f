/** Access tokens of a real OpenID provider, which Dovecot asks about them (RFC 7662). */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { ALICE, COMMA, MECHANISMS, openTokenBench, type TokenBench, type TokenLogin } from './token-bench.ts';

for (const mechanism of MECHANISMS) {
  describe(`A token of an OpenID provider with ${mechanism}`, () => {
    let provider: IdentityProvider;
    let bench: TokenBench;
    before(async () => {
      provider = await startIdentityProvider();
      bench = await openTokenBench(provider.settings(mechanism));
    });
    after(async () => {
      await (bench as TokenBench | undefined)?.close();
      await (provider as IdentityProvider | undefined)?.close();
    });

    /** The statuses of a list and of a submission with this token. */
    async function statusesOf(...login: TokenLogin): Promise<readonly number[]> {
      const { statusCode } = await bench.list(...login);
      return [statusCode, await bench.submission(...login)];
    }

    it('is good for its user', async () => {
      assert.deepEqual(await statusesOf(await provider.issue({ user: ALICE.name })), [200, 200]);
    });

    it('is good for a user with a comma and an equals sign', async () => {
      assert.deepEqual(await statusesOf(await provider.issue({ user: COMMA.name }), COMMA.name), [200, 200]);
    });

    it('is refused for another user', async () => {
      assert.deepEqual(await statusesOf(await provider.issue({ user: COMMA.name })), [401, 401]);
    });

    it('is refused without the scope', async () => {
      const token = await provider.issue({ user: ALICE.name, scope: 'calendar' });

      assert.deepEqual(await statusesOf(token), [401, 401]);
    });

    it('is refused when it has expired', async () => {
      const token = await provider.issue({ user: ALICE.name, lifetimeSeconds: 1 });
      await sleep(1500);

      assert.deepEqual(await statusesOf(token), [401, 401]);
    });

    it('is refused when it was revoked', async () => {
      const token = await provider.issue({ user: ALICE.name });
      await provider.revoke(token);

      assert.deepEqual(await statusesOf(token), [401, 401]);
    });

    it('is not doubted while the provider is down', async () => {
      const token = await provider.issue({ user: ALICE.name });
      provider.isDown = true;
      const whileDown = await statusesOf(token);
      provider.isDown = false;

      assert.deepEqual(
        [whileDown, await statusesOf(token)],
        [
          [503, 503],
          [200, 200],
        ],
      );
    });
  });
}
