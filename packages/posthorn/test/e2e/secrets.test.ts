/** Passwords and tokens are in no output of a process: streams, log, audit log, metrics, traces, temporary files, answers. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { startAuthorizationServer } from '../oauth/scripted-authorization-server.ts';
import { formsIn, secretForms } from '../support/secret-forms.ts';
import { writeServerCertificate } from '../support/tls-certificate.ts';
import { createInstallationRoot } from './installation-root.ts';
import { type CommandResult, runPiped } from './piped-command.ts';
import { LOGINS, MESSAGE, misplace, useMailbox } from './secret-requests.ts';
import { startWatchedPosthorn } from './watched-posthorn.ts';

const USER = 'ann@example.org';
/** In all secrets; it looks different in base64, in a URL and in JSON, and has no character that tokens cannot have. */
const SENTINEL = 'tiger+8f3a/1c&=%"q';
const SECRETS = {
  password: `pass.${SENTINEL}`,
  wrong: `wrong.${SENTINEL}`,
  good: `ya29.${SENTINEL}`,
  expired: `old.${SENTINEL}`,
  narrow: `narrow.${SENTINEL}`,
} as const;

/** The only answer with a secret, which the contract of version 0 has, and only for the right password. */
const SIGN_IN_ANSWER = JSON.stringify({
  success: true,
  data: { username: USER, password: SECRETS.password },
});

/** The lines of the text that have a secret in them, in whatever form. */
function found(text: string): readonly string[] {
  const secrets = [...Object.values(SECRETS), SENTINEL];
  const isTelling = (line: string) =>
    secrets.some((secret) => formsIn(line, { user: USER, secret }).length > 0);
  return text.split('\n').filter(isTelling);
}

/** What a malicious or careless server says: the secret in all forms, a few of them on each line. */
function echoOf(secret: string): string {
  return Object.values(secretForms({ user: USER, secret })).join(' ');
}

describe('the secrets of users', () => {
  let folder: string;
  let authority: string;
  let tls: { readonly key: string; readonly cert: string };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-secrets-'));
    authority = await writeServerCertificate(folder);
    const [key = '', cert = ''] = await Promise.all(
      ['server.key', 'server.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    tls = { key, cert };
  });
  after(() => rm(folder, { recursive: true }));

  async function startMailServer(
    t: TestContext,
    { mechanism, user }: { readonly mechanism: 'XOAUTH2' | 'OAUTHBEARER'; readonly user: string },
  ): Promise<Sandbox> {
    const tokens = {
      [SECRETS.good]: 'good',
      [SECRETS.expired]: 'expired',
      [SECRETS.narrow]: 'wrong-scope',
    } as const;
    const sandbox = await startSandbox({
      users: [{ name: user, password: SECRETS.password, tokens }],
      ...{ tls, implicitTls: true, smtp: true, capabilities: { with: [`AUTH=${mechanism}`] } },
      login: { smtpMechanisms: ['PLAIN', mechanism] },
    });
    t.after(() => sandbox.close());
    sandbox.user(user).deliver(MESSAGE);
    return sandbox;
  }

  for (const [how, mechanism, settings] of [
    ['with debug mode and all of the log', 'OAUTHBEARER', 'APP_DEBUG=true\nLOG_LEVEL=trace\n'],
    ['as installed', 'XOAUTH2', ''],
  ] as const) {
    it(`are in no output of a server ${how}`, async (t) => {
      const sandbox = await startMailServer(t, { mechanism, user: USER });
      const posthorn = await startWatchedPosthorn(t, { sandbox, authority, settings });
      const answers: string[] = [];
      const use = async (login: keyof typeof LOGINS, secret: keyof typeof SECRETS) => {
        const used = await useMailbox(posthorn.address, LOGINS[login](USER, SECRETS[secret]));
        answers.push(...used.answers);
        return [...new Set(used.statuses.slice(0, -1))];
      };

      assert.deepEqual(await use('password', 'password'), [200, 201]);
      assert.deepEqual(await use('bearer', 'good'), [200, 201]);
      assert.deepEqual(await use('bearer in basic', 'good'), [200, 201]);
      for (const [login, secret] of [
        ['password', 'password'],
        ['bearer', 'good'],
      ] as const) {
        const text = echoOf(SECRETS[secret]).slice(0, 900);
        for (const command of ['LIST', 'SELECT', 'EXAMINE', 'STATUS', 'APPEND'] as const) {
          const status = command === 'LIST' ? 'BAD' : 'NO';
          sandbox.faults.add({ kind: 'refuse', at: 'command-received', command, status, text });
        }
        sandbox.faults.add({ kind: 'smtp-refuse-data', replyCode: 554, text });
        await use(login, secret);
        sandbox.faults.add({ kind: 'bye', at: 'command-received', command: 'LIST', text });
        await use(login, secret);
      }
      // Last, because too many of these close the door to all logins from here.
      assert.deepEqual(await use('password', 'wrong'), [401]);
      assert.deepEqual(await use('bearer', 'expired'), [401]);
      assert.deepEqual(await use('bearer', 'narrow'), [403]);
      sandbox.tokenService = 'down';
      assert.deepEqual(await use('bearer', 'wrong'), [503]);
      sandbox.tokenService = 'up';
      for (const secret of Object.values(SECRETS)) {
        answers.push(...(await misplace(posthorn.address, USER, secret)));
      }
      const outputs = await posthorn.finish();

      const told = found(answers.join('\n')).filter((line) => line !== SIGN_IN_ANSWER);
      assert.deepEqual(told, [], 'answers');
      for (const [name, text] of Object.entries(outputs)) assert.deepEqual(found(text), [], name);
      assert.match(outputs.log ?? '', /The server answered LIST with BAD/);
      assert.match(outputs.metrics ?? '', /^posthorn_/m);
      assert.match(outputs.audit ?? '', /"mailAccountId":"\[secret\]"/);
      assert.match(outputs.spans ?? '', /"name"/);
    });
  }

  it('are in no output of the doctor', async (t) => {
    // Without a domain, so that no name server is asked.
    const user = 'ann';
    const sandbox = await startMailServer(t, { mechanism: 'OAUTHBEARER', user });
    const posthorn = await startWatchedPosthorn(t, { sandbox, authority, settings: '' });
    const doctor = ['doctor', 'example', '--user', user, '--root', posthorn.rootDirectory];
    const withToken = [...doctor, '--token-file', '-'];

    const results: readonly CommandResult[] = [
      await runPiped({ args: withToken, input: `${SECRETS.good}\n` }),
      await runPiped({ args: [...withToken, '--json'], input: SECRETS.expired }),
      await runPiped({ args: doctor, environment: { POSTHORN_TOKEN: SECRETS.narrow } }),
      await runPiped({ args: doctor, environment: { POSTHORN_TOKEN: `${SECRETS.good} x` } }),
      await runPiped({ args: doctor, environment: { POSTHORN_PASSWORD: SECRETS.password } }),
      await runPiped({ args: doctor, environment: { POSTHORN_PASSWORD: SECRETS.wrong } }),
    ];

    assert.deepEqual(
      results.map(({ code }) => code),
      [0, 1, 1, 2, 0, 1],
    );
    assert.match(results[0]?.stdout ?? '', /^ok {7}SMTP login: ann is signed in/m);
    assert.match(results[1]?.stdout ?? '', /It says status \\"invalid_token\\"/);
    for (const { stdout, stderr } of results) assert.deepEqual(found(stdout + stderr), []);
  });

  it('are in the one line that oauth:token prints, and nowhere else', async (t) => {
    const grant = { device_code: SECRETS.wrong, user_code: 'u', verification_uri: 'https://x.org/' };
    const device = [{ body: { ...grant, expires_in: 60, interval: 0.01 } }];
    const good = {
      body: { access_token: SECRETS.good, token_type: 'Bearer', refresh_token: SECRETS.expired },
    };
    const refusal = { error: 'invalid_grant', error_description: `no ${SECRETS.password} ${SECRETS.wrong}` };
    const run = async (token: { readonly status?: number; readonly body: object }) => {
      const { issuer } = await startAuthorizationServer(t, { device, token: [token] });
      const root = await createInstallationRoot(t, 'AUTH_PROVIDER=single-imap-user\n');
      const oauth = { issuer, scopes: ['mail'], clientId: 'posthorn' };
      const entry = { id: 'example', inbox_address: 'x', inbox_port: 993, inbox_ssl: true, match: '/x/' };
      const entries = JSON.stringify([{ ...entry, auth: ['bearer'], oauth }]);
      await root.write('app/config/imapserver.js', `export default ${entries};`);
      const environment = { POSTHORN_CLIENT_SECRET: SECRETS.password };
      return runPiped({ args: ['oauth:token', 'example', '--device', '--root', root.path], environment });
    };

    const [issued, refused] = [await run(good), await run({ status: 400, body: refusal })];

    assert.equal(issued.stdout, `${SECRETS.good}\n`);
    assert.deepEqual([issued.code, refused.code], [0, 1]);
    assert.deepEqual(found(issued.stderr + refused.stdout + refused.stderr), []);
  });
});
