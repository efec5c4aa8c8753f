/** Logins with OAuth tokens at sending servers: how the token travels, and where it never goes. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { MailError } from '../../../src/domain/errors/mail-error.ts';
import { bearerLogin, type Login } from '../../../src/domain/logins/login.ts';
import { writeServerCertificate } from '../../support/tls-certificate.ts';
import { type Conversation, type SmtpScript, startScriptedServer } from './scripted-smtp-server.ts';
import { outcomeOf, submit } from './submission-under-test.ts';

const LONG_TOKEN = `ya29.${'t'.repeat(5995)}`;
const USER = 'a,b=c@x';
const MECHANISMS = ['XOAUTH2', 'OAUTHBEARER'] as const;
const INVALID_TOKEN = {
  code: 'authentication-failed',
  detail: 'The sending server refused the token. Get a new one.',
};

let folder: string;
let authority: string;
let tls: { readonly key: string; readonly cert: string };
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-smtp-token-'));
  authority = await writeServerCertificate(folder);
  const [key, cert] = await Promise.all(
    ['server.key', 'server.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  tls = { key: key ?? '', cert: cert ?? '' };
});
after(() => rm(folder, { recursive: true }));

const token = (text: string, user = USER): Login => bearerLogin(user, text);

function sink(t: TestContext, mechanisms: readonly ((typeof MECHANISMS)[number] | 'PLAIN')[]) {
  const tokens = { good: 'good', [LONG_TOKEN]: 'good', old: 'expired', narrow: 'wrong-scope' } as const;
  const started = startSandbox({
    users: [
      { name: USER, tokens },
      { name: 'eve', tokens: { foreign: 'good' } },
    ],
    login: { smtpMechanisms: mechanisms },
    ...{ tls, smtp: true },
  });
  t.after(async () => (await started).close());
  return started;
}

function send(sandbox: Sandbox, login: Login) {
  const port = sandbox.smtpPort ?? 0;
  return outcomeOf({ port, login, security: 'starttls', extraRoots: [authority] });
}

for (const mechanism of MECHANISMS) {
  describe(`A token at an SMTP server with ${mechanism}`, () => {
    it('signs in', async (t) => {
      const sandbox = await sink(t, [mechanism]);

      assert.ok('accepted' in (await send(sandbox, token('good'))));
      assert.equal(sandbox.acceptedMail.length, 1);
    });

    it('signs in with 6,000 octets', async (t) => {
      assert.ok('accepted' in (await send(await sink(t, [mechanism]), token(LONG_TOKEN))));
    });

    for (const [what, text] of [
      ['expired', 'old'],
      ['unknown', 'unknown'],
      ['of another user', 'foreign'],
    ] as const) {
      it(`is refused when it is ${what}`, async (t) => {
        const outcome = await send(await sink(t, [mechanism]), token(text));

        assert.equal('code' in outcome && outcome.code, 'authentication-failed');
        assert.match(inspect(outcome), /error: 'invalid_token'/);
      });
    }

    it('is refused with the scope that it lacks', async (t) => {
      const outcome = await send(await sink(t, [mechanism]), token('narrow'));

      assert.equal('code' in outcome && outcome.code, 'access-denied');
      assert.match(inspect(outcome), /error: 'insufficient_scope',\s+scope: 'mail'/);
    });

    it('is not doubted while the service for tokens is down', async (t) => {
      const sandbox = await sink(t, [mechanism]);
      sandbox.tokenService = 'down';

      const outcome = await send(sandbox, token('good'));

      assert.equal('code' in outcome && outcome.code, 'server-unavailable');
    });
  });
}

/** What the server got, and how the submission ended. */
async function told(t: TestContext, script: SmtpScript, security: 'none' | 'ssl' | 'starttls') {
  const server = await startScriptedServer(t, {
    ...(security !== 'none' && { tls }),
    isTlsImplicit: security === 'ssl',
    ...script,
  });
  const login = token('the-token', 'ann');
  const outcome = await outcomeOf({ port: server.port, login, security, extraRoots: [authority] });
  const wire = server.lines.flatMap((line) => [line, Buffer.from(line, 'base64').toString('latin1')]);
  const encoded = server.lines
    .flatMap((line) => line.split(' '))
    .map((word) => Buffer.from(word, 'base64').toString('latin1'));
  return {
    outcome,
    lines: server.lines,
    isTold: [...wire, ...encoded].some((text) => text.includes('the-token')),
  };
}

describe('No octet of a token goes to an SMTP server', () => {
  for (const keywords of [
    ['AUTH PLAIN'],
    ['AUTH LOGIN PLAIN'],
    ['AUTH PLAIN CRAM-MD5', 'AUTH=LOGIN'],
    ['AUTH'],
  ]) {
    it(`that announces only ${keywords.join(' and ')}`, async (t) => {
      const { outcome, lines, isTold } = await told(t, { keywords }, 'ssl');

      assert.deepEqual(outcome, {
        code: 'token-not-supported',
        detail:
          'The sending server takes no OAuth tokens (XOAUTH2, OAUTHBEARER). Nothing of the token was sent.',
      });
      assert.deepEqual(lines, ['EHLO [127.0.0.1]']);
      assert.equal(isTold, false);
    });
  }

  it('in clear text, although the operator allows that for passwords', async (t) => {
    const { outcome, lines } = await told(t, { keywords: ['AUTH XOAUTH2'] }, 'none');

    assert.deepEqual(outcome, {
      code: 'token-not-supported',
      detail:
        'The sending server offers no encrypted connection, and tokens are never sent without one. Nothing of the token was sent.',
    });
    assert.equal(
      lines.some((line) => line.startsWith('AUTH')),
      false,
    );
  });

  it('whose offer changes under TLS to PLAIN', async (t) => {
    const script = { keywords: ['STARTTLS', 'AUTH XOAUTH2'], keywordsInTls: ['AUTH PLAIN'] };
    const { outcome, isTold } = await told(t, script, 'starttls');

    assert.equal('code' in outcome && outcome.code, 'token-not-supported');
    assert.equal(isTold, false);
  });
});

describe('A token at an SMTP server that behaves badly', () => {
  it('is sent once, and an endless challenge ends the login', async (t) => {
    const { outcome, lines } = await told(
      t,
      { keywords: ['AUTH XOAUTH2'], answers: { AUTH: '334 ' } },
      'ssl',
    );

    assert.equal('code' in outcome && outcome.code, 'protocol-failure');
    assert.deepEqual(lines.slice(2), ['']);
  });

  it('is in no error when the server repeats it', async (t) => {
    const echo = (conversation: Conversation, line: string) =>
      conversation.send(
        line.startsWith('AUTH') ? `535 5.7.8 Bad command ${line} the-token\r\n` : '500 what\r\n',
      );
    const server = await startScriptedServer(t, {
      tls,
      isTlsImplicit: true,
      keywords: ['AUTH XOAUTH2'],
      answers: { AUTH: echo },
    });
    const login = token('the-token', 'ann');
    const error: unknown = await submit({
      port: server.port,
      login,
      security: 'ssl',
      extraRoots: [authority],
    }).catch((reason: unknown) => reason);

    assert.ok(error instanceof MailError);
    assert.equal(error.code, 'authentication-failed');
    const shown = inspect(error, { depth: 9, showHidden: true });
    assert.doesNotMatch(shown, /the-token/);
    assert.equal(shown.includes(Buffer.from('the-token').toString('base64').slice(0, 8)), false);
  });

  it('shows no challenge that repeats it, and no address that is none', async (t) => {
    const challenge = Buffer.from(
      JSON.stringify({
        status: '401',
        scope: 'mail the-token',
        'openid-configuration': 'javascript:alert(1)',
      }),
    ).toString('base64');
    const answer = (conversation: Conversation, line: string) =>
      conversation.send(line.startsWith('AUTH') ? `334 ${challenge}\r\n` : '535 5.7.8 no\r\n');
    const { outcome } = await told(t, { keywords: ['AUTH XOAUTH2'], answers: { AUTH: answer } }, 'ssl');

    assert.deepEqual(outcome, {
      ...INVALID_TOKEN,
      tokenProblem: { error: 'invalid_token' },
      challenge: { status: '401' },
    });
  });
});
