import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Grant } from '../../src/application/ports/state/grants.ts';
import { connectedBindings } from '../../src/composition/connected-bindings.ts';
import type { Services } from '../../src/composition/services.ts';
import type { SealedSecret } from '../../src/domain/logins/sealed-secret.ts';
import { Secret } from '../../src/domain/logins/secret.ts';
import { buildProvider, GRANT_ACCOUNT } from '../support/grant-scene.ts';
import { buildAccount } from '../support/stored-samples.ts';
import { CONFIGURATION } from './test-configuration.ts';

const [NOW, AHEAD_MS] = [1_764_000_000_000, -120_000];
const ATTEMPT_MS = 22_000;
const HOUR_MS = 3_600_000;
const SIGNAL = new AbortController().signal;

function begin(accessEndsAt: number) {
  const grant: Grant = {
    ...{ account: GRANT_ACCOUNT, provider: 'test', subject: null, scope: 'mail', epoch: 1 },
    ...{ refreshToken: 'r' as SealedSecret, accessToken: 'a' as SealedSecret, accessEndsAt, refresh: null },
  };
  const saved: Grant[] = [];
  const grants = {
    find: async () => grant,
    async save(one: Grant) {
      saved.push(one);
      throw new Error('away');
    },
  };
  const services = {
    store: { grants, secretBox: { open: () => new Secret('token') } },
    ...{ authorizationServers: {}, stateOwner: () => 'node', clock: () => NOW },
  } as unknown as Services;
  const oauth = { providers: [buildProvider()], returnUrls: [] };
  const { accessTokens } = connectedBindings({ ...CONFIGURATION, oauth }, () => AHEAD_MS);
  const account = buildAccount({
    login: { mechanism: 'oauth', user: 'jane@example.org', provider: 'test' },
    provider: 'test',
  });
  return { saved, login: () => accessTokens(services, () => assert.fail())?.loginOf(account, SIGNAL) };
}

it('The refresh of a token is begun by the clock of the database, which all nodes share', async () => {
  const { saved, login } = begin(NOW + AHEAD_MS);

  await assert.rejects(async () => login(), /away/);

  assert.deepEqual(
    saved.map(({ refresh }) => refresh?.endsAt),
    [NOW + AHEAD_MS + ATTEMPT_MS],
  );
});

it('A token ends by the clock of the machine that uses it', async () => {
  const { login } = begin(NOW + AHEAD_MS + HOUR_MS);

  const opened = await login();

  assert.deepEqual(opened && 'endsAt' in opened && opened.endsAt, NOW + HOUR_MS);
});
