/** Requests with OAuth access tokens, from HTTP to the mail servers of a sandbox. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, type SandboxOptions, startSandbox, type TokenState } from 'posthorn-sandbox';
import { createPosthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../../src/domain/accounts/mail-server-entry.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { buildMessage } from '../support/message-samples.ts';
import { writeServerCertificate } from '../support/tls-certificate.ts';

const USER = 'ann@example.org';
const V0 = '/rest-api-email/v0/MailAccounts';
const V1 = '/rest-api-email/v1/MailAccounts';
const FOLDERS = `${V0}/example/MailFolders`;
const BEARER = ['AUTH=XOAUTH2', 'AUTH=OAUTHBEARER'] as const;

let folder: string;
let authority: string;
let tls: { readonly key: string; readonly cert: string };
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-tokens-'));
  authority = await writeServerCertificate(folder);
  const [key, cert] = await Promise.all(
    ['server.key', 'server.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  tls = { key: key ?? '', cert: cert ?? '' };
});
after(() => rm(folder, { recursive: true }));

/** A token that says when it ends, in milliseconds since 1970. */
function jwt(endsAt: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none' })}.${encode({ exp: endsAt / 1000, sub: Math.random() })}.x`;
}

interface Scene {
  readonly sandbox: Sandbox;
  /** All log lines so far. */
  readonly log: () => string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  withToken(token: string, path?: string): Promise<Response>;
}

interface SceneOptions {
  readonly tokens?: Readonly<Record<string, TokenState>>;
  readonly sandbox?: Partial<SandboxOptions>;
  readonly entry?: Partial<MailServerEntry>;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Posthorn before a sandbox whose user has these tokens. Both end with the test. */
async function start(t: TestContext, options: SceneOptions = {}): Promise<Scene> {
  const { tokens = { good: 'good' }, entry = {}, settings = {} } = options;
  const sandbox = await startSandbox({
    users: [{ name: USER, password: 'secret', tokens }],
    ...{ tls, implicitTls: true, smtp: true, capabilities: { with: BEARER } },
    ...options.sandbox,
  });
  const lines: string[] = [];
  const logger = createLogger({
    level: 'trace',
    environment: 'test',
    destination: { write: (line) => lines.push(line) },
  });
  const posthorn = createPosthorn(
    {
      settings: readSettings({
        AUTH_PROVIDER: 'single-imap-user',
        PORT: '0',
        LOG_LEVEL: 'trace',
        ...settings,
      }),
      mailServers: [
        {
          id: 'example' as MailAccountId,
          inbox: { type: 'IMAP', host: 'localhost', port: sandbox.imapsPort ?? 0, isTls: true },
          outbox: { host: 'localhost', port: sandbox.smtpPort ?? 0, security: 'starttls' },
          patterns: [{ source: 'example.org', matches: (user) => user.endsWith('@example.org') }],
          roots: [],
          auth: ['password', 'bearer'],
          ...entry,
        },
      ],
      extraRoots: [authority],
    },
    {
      logger: () => logger,
    },
  );
  const address = await posthorn.listen();
  t.after(async () => {
    posthorn.server.server.closeIdleConnections();
    await posthorn.close();
    await sandbox.close();
  });
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${address}${path}`, { headers });
  return {
    sandbox,
    log: () => lines.join(''),
    get,
    withToken: (token, path = FOLDERS) =>
      get(path, { authorization: `Bearer ${token}`, 'x-mail-user': USER }),
  };
}

const challengeOf = (response: Response) => response.headers.get('www-authenticate');
const logouts = ({ sandbox }: Scene) => sandbox.recording.filter(({ name }) => name === 'LOGOUT').length;
const logins = ({ sandbox }: Scene) => sandbox.recording.filter(({ name }) => name === 'AUTHENTICATE').length;

describe('A request with a token', () => {
  it('opens the mailbox, in both versions, by both schemes', async (t) => {
    const scene = await start(t);
    const basic = `Basic ${Buffer.from(`${USER}:good`).toString('base64')}`;

    const answers = [
      await scene.withToken('good'),
      await scene.withToken('good', `${V1}/example/MailFolders`),
      await scene.withToken('good', V0),
      await scene.get(FOLDERS, { authorization: basic, 'x-mail-auth': 'bearer' }),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal(logins(scene), 1);
  });

  it('is not taken for a password that is the same text, nor the reverse', async (t) => {
    const scene = await start(t, { tokens: { secret: 'expired' } });
    const basic = `Basic ${Buffer.from(`${USER}:secret`).toString('base64')}`;

    const answers = [
      await scene.get(FOLDERS, { authorization: basic }),
      await scene.withToken('secret'),
      await scene.get(FOLDERS, { authorization: basic }),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 401, 200],
    );
  });

  for (const [what, token, status, challenge] of [
    ['expired', 'old', 401, 'Bearer error="invalid_token", scope="mail"'],
    ['unknown', 'nobodys', 401, 'Bearer error="invalid_token", scope="mail"'],
    ['narrow', 'narrow', 403, 'Bearer error="insufficient_scope", scope="mail"'],
  ] as const) {
    it(`is answered with what the mail server says of it when it is ${what}, also the second time`, async (t) => {
      const scene = await start(t, { tokens: { old: 'expired', narrow: 'wrong-scope' } });

      const answers = [
        await scene.withToken(token),
        await scene.withToken(token, `${V1}/example/MailFolders`),
      ];

      assert.deepEqual(
        answers.map((answer) => [answer.status, challengeOf(answer)]),
        [
          [status, challenge],
          [status, challenge],
        ],
      );
    });
  }

  it('tells version 1 what the mail server says in meta', async (t) => {
    const scene = await start(t, { sandbox: { capabilities: { with: ['AUTH=OAUTHBEARER'] } } });

    const { errors } = (await (await scene.withToken('bad', `${V1}/example/MailFolders`)).json()) as {
      errors: { meta: object }[];
    };

    assert.deepEqual(errors[0]?.meta, {
      error: 'invalid_token',
      scope: 'mail',
      openidConfiguration: 'http://127.0.0.1/.well-known/openid-configuration',
    });
  });

  it('gets no challenge with a password', async (t) => {
    const scene = await start(t);
    const answer = await scene.get(FOLDERS, { authorization: `Basic ${btoa(`${USER}:guess`)}` });

    assert.deepEqual([answer.status, challengeOf(answer)], [401, null]);
  });

  it('is 503 while the service for tokens is down, and good afterwards', async (t) => {
    const scene = await start(t);
    scene.sandbox.tokenService = 'down';
    const down = await scene.withToken('good');
    scene.sandbox.tokenService = 'up';

    assert.deepEqual([down.status, (await scene.withToken('good')).status], [503, 200]);
    assert.ok(down.headers.has('retry-after'));
  });

  it('is 403 with advice where the server opens no mailbox', async (t) => {
    const scene = await start(t);
    scene.sandbox.user(USER).setState('not-connected');

    for (const version of [V0, V1]) {
      const answer = await scene.withToken('good', `${version}/example/MailFolders`);

      assert.equal(answer.status, 403);
      assert.match(await answer.text(), /took the login, but opens no mailbox.*licence.*scope/);
    }
  });

  it('of a delegate opens the shared mailbox whose address is the user', async (t) => {
    const shared = 'sales@example.org';
    const users = [
      { name: USER, tokens: { good: 'good' } },
      { name: shared, delegates: [USER] },
    ] as const;
    const scene = await start(t, { sandbox: { users: [...users, { name: 'other@example.org' }] } });
    scene.sandbox.user(shared).deliver(buildMessage({ subject: 'An order' }));
    const list = (user: string) =>
      scene.get(`${V1}/example/MessageItems`, { authorization: 'Bearer good', 'x-mail-user': user });

    const answer = await list(shared);

    const { data } = (await answer.json()) as { data: readonly { attributes: { subject: string } }[] };
    assert.deepEqual(
      data.map(({ attributes }) => attributes.subject),
      ['An order'],
    );
    assert.equal((await list('other@example.org')).status, 401);
  });

  it('is 422 for an entry without tokens, for a server without them, and without TLS', async (t) => {
    const scenes = [
      await start(t, { entry: { auth: ['password'] } }),
      await start(t, { sandbox: { capabilities: { without: BEARER } } }),
    ];
    const plain = await start(t);
    const inbox = { type: 'IMAP', host: 'localhost', isTls: false } as const;
    const withoutTls = await startSandbox({
      users: [{ name: USER, tokens: { good: 'good' } }],
      capabilities: { with: BEARER },
    });
    t.after(() => withoutTls.close());
    scenes.push(
      await start(t, {
        entry: { inbox: { ...inbox, port: withoutTls.imapPort } },
        settings: { APP_ALLOW_CLEARTEXT: 'true' },
      }),
    );

    for (const scene of scenes) {
      const answer = await scene.withToken('good');

      assert.equal(answer.status, 422);
      assert.match(await answer.text(), /token-not-supported.*Nothing of the token was sent/);
      assert.equal(logins(scene), 0);
    }
    assert.equal(
      withoutTls.recording.some(({ name }) => name === 'AUTHENTICATE' || name === 'LOGIN'),
      false,
    );
    assert.equal((await plain.withToken('good')).status, 200);
  });

  it('is in no line of the log', async (t) => {
    const token = `sentinel-${'t'.repeat(500)}`;
    const scene = await start(t, { tokens: { [token]: 'good', [`${token}-old`]: 'expired' } });
    await scene.withToken(token);
    await scene.withToken(`${token}-old`);
    scene.sandbox.tokenService = 'down';
    await scene.withToken(`${token}-new`);

    assert.ok(scene.log().length > 0);
    assert.doesNotMatch(scene.log(), /sentinel-/);
    assert.equal(scene.log().includes(Buffer.from(`x${token}`).toString('base64').slice(8, 40)), false);
  });
});

describe('GET /sign-in-options', () => {
  it('tells without a login how users of a domain sign in, whether they exist or not', async (t) => {
    const oauth = {
      endpoints: { issuer: 'https://id.example.org' },
      scopes: ['mail'],
      clientId: 'posthorn',
    };
    const scene = await start(t, { entry: { oauth } });
    const ask = async (query: string) => {
      const answer = await scene.get(`/rest-api-email/v1/sign-in-options${query}`);
      return { status: answer.status, meta: ((await answer.json()) as { meta?: object }).meta };
    };

    const known = await ask(`?user=${USER}`);

    assert.deepEqual(known, {
      status: 200,
      meta: {
        methods: ['password', 'bearer'],
        oauth: { issuer: 'https://id.example.org', scopes: ['mail'], clientId: 'posthorn' },
      },
    });
    assert.deepEqual(await ask('?user=nobody@example.org'), known);
    assert.deepEqual((await ask('?user=x@nowhere.test')).meta, { methods: ['password'], oauth: null });
    assert.equal((await ask('')).status, 400);
    assert.equal(scene.sandbox.counters.connectionsOpened, 0);
  });
});

describe('A session on a token', () => {
  it('ends when the token says that it does, and the next token goes on without a failed request', async (t) => {
    const endsAt = Math.ceil(Date.now() / 1000) * 1000 + 2_000;
    const [first, second] = [jwt(endsAt), jwt(endsAt + 600_000)];
    const scene = await start(t, { tokens: { [first]: 'good', [second]: 'good' } });
    assert.equal((await scene.withToken(first)).status, 200);
    await sleep(endsAt - Date.now() + 300);

    assert.equal(logouts(scene), 1);
    const late = await scene.withToken(first);
    assert.deepEqual([late.status, challengeOf(late)], [401, 'Bearer error="invalid_token"']);
    assert.equal((await scene.withToken(second)).status, 200);
  });

  it('gives its place to the next token of the user', async (t) => {
    const now = Date.now();
    const [first, second] = [jwt(now + 60_000), jwt(now + 3_600_000)];
    const scene = await start(t, { tokens: { [first]: 'good', [second]: 'good' } });
    await scene.withToken(first);

    assert.equal((await scene.withToken(second)).status, 200);
    assert.equal(logouts(scene), 1);
  });

  it('gives its place where the server allows no more sessions', async (t) => {
    const tokens = { one: 'good', two: 'good' } as const;
    const scene = await start(t, { tokens, sandbox: { login: { maxSessionsPerUser: 1 } } });

    const answers = [
      await scene.withToken('one'),
      await scene.withToken('two'),
      await scene.withToken('one'),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
  });

  it('is not met by another token, although the server is gone', async (t) => {
    const scene = await start(t);
    await scene.withToken('good');
    scene.sandbox.user(USER).setToken('good', 'revoked');

    assert.deepEqual(
      [(await scene.withToken('good')).status, (await scene.withToken('other')).status],
      [200, 401],
    );
  });
});
