/** Sign-ins of people at providers: what is asked of the provider, and which of its answers count. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { createProviderServers } from '../../../src/adapters/oauth/provider-servers.ts';
import { createProviderSignIns } from '../../../src/application/connect-sessions/provider-sign-ins.ts';
import type { MailServerEntry } from '../../../src/domain/accounts/mail-server-entry.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import type { OAuthClientProvider } from '../../../src/domain/logins/oauth-client.ts';
import { Secret } from '../../../src/domain/logins/secret.ts';
import { idToken } from '../../oauth/id-token.ts';
import {
  type AuthorizationScript,
  type ScriptedAnswer,
  startAuthorizationServer,
} from '../../oauth/scripted-authorization-server.ts';
import { anyHost, buildProvider } from '../../support/grant-scene.ts';

const SIGNAL = new AbortController().signal;
const JANE = 'jane@example.org';
const REQUEST = {
  ...{ provider: 'test', address: JANE, state: 'the-state' },
  redirectUri: 'https://mail.example.org/oauth/callback',
};
const TOKENS = { access_token: 'access', token_type: 'Bearer', expires_in: 3600, refresh_token: 'refresh' };

function signInsOf(
  providers: readonly OAuthClientProvider[],
  mailServers: readonly Partial<MailServerEntry>[] = [],
) {
  return createProviderSignIns({
    providers: () => providers,
    mailServers: () => mailServers as readonly MailServerEntry[],
    servers: createProviderServers({ ...anyHost(), now: () => 1_000 }),
  });
}

/** A sign-in whose answer is the code `the-code`; `token` answers the exchange, with the nonce of the sign-in. */
async function openScene(
  t: TestContext,
  {
    token = () => ({ body: TOKENS }),
    provider = {},
    ...script
  }: Omit<AuthorizationScript, 'token'> & {
    readonly token?: (nonce: string, issuer: string) => ScriptedAnswer;
    readonly provider?: Partial<OAuthClientProvider>;
  } = {},
) {
  const answers: ScriptedAnswer[] = [];
  const { issuer, requests } = await startAuthorizationServer(t, { ...script, token: answers });
  const known = buildProvider({ endpoints: { issuer }, scopes: ['mail', 'offline_access'], ...provider });
  const signIns = signInsOf([known]);
  const { url, pending } = await signIns.begin(REQUEST, SIGNAL);
  const asked = Object.fromEntries(new URL(url).searchParams);
  answers.push(token(asked.nonce ?? '', issuer));
  const complete = (parameters: Readonly<Record<string, string>> = {}) => {
    const answer = new URLSearchParams({ code: 'the-code', state: 'the-state', ...parameters });
    return signIns.complete({ ...REQUEST, pending, parameters: answer }, SIGNAL);
  };
  return { issuer, requests, url, pending, asked, complete };
}

const refusal = (code: string, detail: RegExp) => (error: unknown) =>
  error instanceof MailError && error.code === code && detail.test(error.details.detail);

describe('Sign-ins at a provider', () => {
  it('are offered by the names of the session, the domain, or the issuer of the mail server entry', () => {
    const own = buildProvider({ id: 'own', domains: ['example.org'] });
    const other = buildProvider({
      id: 'other',
      domains: [],
      endpoints: { issuer: 'https://id.example.net' },
    });
    const entry = {
      patterns: [{ source: 'all', matches: (address: string) => address.endsWith('@example.net') }],
      oauth: { endpoints: { issuer: 'https://id.example.net' }, scopes: ['mail'] },
    };
    const { offered } = signInsOf([own, other], [entry]);
    const ids = (address: string, named: readonly string[] | null = null) =>
      offered(address, named).map(({ id }) => id);

    assert.deepEqual(
      [ids('jane@EXAMPLE.org'), ids('jane@example.net'), ids('jane@sub.example.org')],
      [['own'], ['other'], []],
    );
    assert.deepEqual([ids(JANE, ['other']), ids(JANE, ['gone'])], [['other'], []]);
  });

  it('begin with a challenge, a nonce and the hint, and keep verifier and nonce back', async (t) => {
    const { issuer, url, asked, pending } = await openScene(t, {
      provider: { scopes: ['openid', 'mail', 'offline_access'] },
    });
    const [verifier = '', nonce] = pending.reveal().split('.');

    assert.ok(url.startsWith(`${issuer}/authorize?`));
    assert.deepEqual(asked, {
      ...{ response_type: 'code', client_id: 'posthorn', scope: 'openid mail offline_access' },
      ...{ redirect_uri: REQUEST.redirectUri, state: 'the-state', login_hint: JANE, nonce },
      ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url') },
      ...{ code_challenge_method: 'S256', prompt: 'consent', access_type: 'offline' },
    });
    assert.ok(!url.includes(verifier) && verifier.length >= 43);
  });

  it('end with a grant, and send the verifier and the secret of the application once', async (t) => {
    const { requests, pending, complete } = await openScene(t, {
      provider: { scopes: ['openid', 'mail'], clientSecret: new Secret('app-secret') },
      token: (nonce, iss) => ({
        body: { ...TOKENS, scope: 'mail', id_token: idToken({ iss, nonce, sub: 'jane-7', email: JANE }) },
      }),
    });
    const { refreshToken, accessToken, ...grant } = await complete();
    const exchanges = requests.filter(({ path }) => path === '/token');

    assert.deepEqual([refreshToken.reveal(), accessToken.reveal()], ['refresh', 'access']);
    assert.deepEqual(grant, {
      ...{ provider: 'test', address: JANE, subject: 'jane-7', scope: 'mail', accessEndsAt: 3_601_000 },
    });
    assert.deepEqual(
      exchanges.map(({ form }) => [form.get('code'), form.get('code_verifier'), form.get('client_secret')]),
      [['the-code', pending.reveal().split('.')[0], 'app-secret']],
    );
  });

  it('do not believe an address that the provider has not verified', async (t) => {
    const { complete } = await openScene(t, {
      provider: { scopes: ['openid', 'mail'] },
      token: (nonce, iss) => ({
        body: { ...TOKENS, id_token: idToken({ iss, nonce, email: JANE, email_verified: false }) },
      }),
    });

    assert.equal((await complete()).address, null);
  });

  it('redeem no code with another state or issuer, and none of a denied sign-in', async (t) => {
    const { requests, complete } = await openScene(t);

    await assert.rejects(complete({ state: 'other' }), refusal('authentication-failed', /does not belong/));
    await assert.rejects(
      complete({ iss: 'https://evil.example' }),
      refusal('authentication-failed', /does not belong/),
    );
    await assert.rejects(
      complete({ error: 'access_denied', error_description: '<b>no</b>' }),
      refusal('authentication-failed', /^The sign-in was denied\.$/),
    );
    assert.ok(requests.every(({ path }) => path !== '/token'));
  });

  for (const [what, claims] of [
    ['another nonce', (iss: string) => ({ iss, nonce: 'other' })],
    ['no nonce', (iss: string) => ({ iss })],
    ['another issuer', (_iss: string, nonce: string) => ({ iss: 'https://evil.example', nonce })],
    ['another application', (iss: string, nonce: string) => ({ iss, nonce, aud: 'other' })],
    ['an end in the past', (iss: string, nonce: string) => ({ iss, nonce, exp: 1 })],
  ] as const) {
    it(`refuse an ID token with ${what}`, async (t) => {
      const { complete } = await openScene(t, {
        provider: { scopes: ['openid', 'mail'] },
        token: (nonce, iss) => ({ body: { ...TOKENS, id_token: idToken(claims(iss, nonce)) } }),
      });

      await assert.rejects(complete(), refusal('authentication-failed', /does not belong/));
    });
  }

  it('need the ID token that was asked for', async (t) => {
    const { complete } = await openScene(t, { provider: { scopes: ['openid', 'mail'] } });

    await assert.rejects(complete(), refusal('authentication-failed', /does not belong/));
  });

  it('are of no use without a refresh token, and say so', async (t) => {
    const { refresh_token: _dropped, ...short } = TOKENS;
    const { complete } = await openScene(t, { token: () => ({ body: short }) });

    await assert.rejects(
      complete(),
      refusal('authentication-failed', /for a short time only.*offline_access/),
    );
  });

  it('keep apart a refused code, a refused application and a provider that is away', async (t) => {
    const failing = async (answer: ScriptedAnswer) => {
      const { complete } = await openScene(t, { token: () => answer });
      return complete().then(
        () => [],
        (error: MailError) => [error.code, error.details.detail],
      );
    };
    const refused = (error: string) => ({ status: 400, body: { error, error_description: 'tenant 4711' } });
    const outcomes = [
      await failing(refused('invalid_grant')),
      await failing(refused('invalid_client')),
      await failing({ status: 503, body: 'tenant 4711' }),
      await failing({ status: 200, body: '<html>tenant 4711</html>' }),
    ];

    assert.deepEqual(
      outcomes.map(([code]) => code),
      ['authentication-failed', 'authentication-failed', 'server-unavailable', 'authentication-failed'],
    );
    assert.match(String(outcomes[1]?.[1]), /client id or secret/);
    assert.doesNotMatch(JSON.stringify(outcomes), /4711/);
  });

  it('do not end where the provider has gone from the configuration', async () => {
    const parameters = new URLSearchParams({ code: 'c', state: 'the-state' });
    const completion = signInsOf([]).complete({ ...REQUEST, pending: new Secret('v.n'), parameters }, SIGNAL);

    await assert.rejects(completion, refusal('authentication-failed', /no longer in app\/config\/oauth\.js/));
  });
});
