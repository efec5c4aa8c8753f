/** `app/config/oauth.js`: return URLs, and problems that the operator sees at start. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { loadOAuthOptions } from '../../src/config/load-oauth-options.ts';

describe('loadOAuthOptions', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'posthorn-oauth-'));
    await mkdir(join(root, 'app/config'), { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true }));

  const load = async (value: unknown) => {
    await writeFile(join(root, 'app/config/oauth.json'), JSON.stringify(value));
    return loadOAuthOptions(root);
  };

  it('is absent without the file', async () => {
    assert.equal(await loadOAuthOptions(root), undefined);
  });

  it('has the return URLs', async () => {
    const returnUrls = ['https://crm.example/back', 'http://localhost:3000/'];

    assert.deepEqual(await load({ returnUrls }), { returnUrls, providers: [] });
    assert.deepEqual(await load({}), { returnUrls: [], providers: [] });
  });

  const PROVIDER = {
    ...{ id: 'test', name: 'Test', issuer: 'https://id.example.org', scopes: ['mail'], clientId: 'posthorn' },
    ...{ clientSecretFile: 'test.secret', domains: ['example.org'] },
  };
  const writeSecret = (mode: number) => writeFile(join(root, 'test.secret'), 'client-secret\n', { mode });

  it('has the providers, with their secrets out of sight', async () => {
    await writeSecret(0o600);

    const [provider] = (await load({ providers: [PROVIDER] }))?.providers ?? [];

    assert.equal(provider?.clientSecret?.reveal(), 'client-secret');
    assert.doesNotMatch(JSON.stringify(provider), /client-secret/);
    assert.deepEqual(provider?.endpoints, { issuer: 'https://id.example.org' });
  });

  it('has the two providers of the example', async () => {
    const { default: example, google, microsoft } = await import('../../app/config/oauth.example.js');
    const providers = [google, microsoft];
    for (const { clientSecretFile } of providers)
      await writeFile(join(root, clientSecretFile), 'x', { mode: 0o600 });

    const options = await load({ ...example, providers });

    assert.deepEqual(
      options?.providers.map(({ id }) => id),
      ['google', 'microsoft'],
    );
  });

  it('refuses a secret that others can read, or that is not there', async () => {
    await assert.rejects(load({ providers: [PROVIDER] }), /clientSecretFile/);
    await writeSecret(0o644);
    await assert.rejects(load({ providers: [PROVIDER] }), /clientSecretFile/);
  });

  it('names each wrong member of a provider', async () => {
    await writeSecret(0o600);
    const wrong = [
      [{ id: 'a/b' }, 'id'],
      [{ name: '' }, 'name'],
      [{ issuer: 'http://id.example.org' }, 'issuer'],
      [{ issuer: undefined }, 'authorizationEndpoint'],
      [{ tokenEndpoint: 'https://id.example.org/token' }, 'issuer'],
      [{ scopes: 'mail' }, 'scopes'],
      [{ clientId: 1 }, 'clientId'],
      [{ domains: ['Example.org'] }, 'domains'],
      [{ clientSecret: 'x' }, 'clientSecret'],
    ] as const;

    for (const [member, name] of wrong) {
      await assert.rejects(load({ providers: [{ ...PROVIDER, ...member }] }), new RegExp(`\\b${name}\\b`));
    }
    await assert.rejects(load({ providers: [PROVIDER, PROVIDER] }), /an id of its own/);
  });

  for (const value of [
    { returnUrls: ['http://crm.example/back'] },
    { returnUrls: ['https://user:pw@crm.example/back'] },
    { returnUrls: ['/back'] },
    { returnUrls: ['*'] },
    { returnUrls: 'https://crm.example/back' },
    { returnURLs: [] },
    [],
    'https://crm.example/back',
  ]) {
    it(`refuses ${JSON.stringify(value)}`, async () => {
      await assert.rejects(load(value), ConfigurationError);
    });
  }
});
