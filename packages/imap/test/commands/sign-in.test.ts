import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { type SignInRequest, signIn } from '../../src/commands/sign-in.ts';
import { SignInRefused } from '../../src/commands/sign-in-refusal.ts';
import {
  BoundExceeded,
  InvalidArgument,
  MechanismUnavailable,
  ProtocolViolation,
  TlsUnavailable,
} from '../../src/errors.ts';
import { ScriptedRunner, type ScriptStep } from '../support/scripted-runner.ts';

const PASSWORD = { user: 'ada', password: 'secret "1815" \\' };
const TOKEN = { user: 'ada@example.com', token: 'ya29.vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg' };
const LONG_TOKEN = { user: 'ada', token: 'x'.repeat(6000) };
const ERROR_JSON =
  '{"status":"invalid_token","scope":"mail","openid-configuration":"https://id.example/.well-known"}';

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function attempt(runner: ScriptedRunner, request: SignInRequest) {
  return signIn(runner, request, AbortSignal.timeout(5000));
}

function runnerFor(script: readonly ScriptStep[], ...capabilities: readonly string[]): ScriptedRunner {
  return new ScriptedRunner(script, { capabilities });
}

async function refusalOf(runner: ScriptedRunner, request: SignInRequest): Promise<SignInRefused> {
  const error: unknown = await attempt(runner, request).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof SignInRefused, inspect(error));
  return error;
}

const XOAUTH2 = base64(`user=${TOKEN.user}\x01auth=Bearer ${TOKEN.token}\x01\x01`);
const OAUTHBEARER = base64(`n,a=${TOKEN.user},\x01auth=Bearer ${TOKEN.token}\x01\x01`);

describe('signIn with a password', () => {
  it('uses LOGIN, with the password quoted', async () => {
    const runner = runnerFor(
      [{ client: 'A1 LOGIN "ada" "secret \\"1815\\" \\\\"\n', server: 'A1 OK done\n' }],
      'AUTH=PLAIN',
      'AUTH=SCRAM-SHA-256',
    );

    assert.deepEqual(await attempt(runner, PASSWORD), { mechanism: 'LOGIN', alerts: [] });
  });

  it('uses PLAIN where LOGIN is disabled', async () => {
    const runner = runnerFor(
      [
        { client: 'A1 AUTHENTICATE PLAIN\n', server: '+ \n' },
        { client: `${base64('\0ada\0secret "1815" \\')}\n`, server: 'A1 OK done\n' },
      ],
      'LOGINDISABLED',
      'AUTH=PLAIN',
    );

    assert.equal((await attempt(runner, PASSWORD)).mechanism, 'PLAIN');
  });

  it('sends the first message with the command under SASL-IR', async () => {
    const runner = runnerFor(
      [{ client: `A1 AUTHENTICATE PLAIN ${base64('\0ada\0pw')}\n`, server: 'A1 OK done\n' }],
      'SASL-IR',
      'AUTH=PLAIN',
    );

    await attempt(runner, { user: 'ada', password: 'pw', mechanism: 'PLAIN' });

    assert.equal(runner.remainingSteps, 0);
  });

  it('prefers PLAIN beyond ASCII', async () => {
    const runner = runnerFor(
      [{ client: `A1 AUTHENTICATE PLAIN ${base64('\0ada\0pässword')}\n`, server: 'A1 OK done\n' }],
      'SASL-IR',
      'AUTH=PLAIN',
    );

    assert.equal((await attempt(runner, { user: 'ada', password: 'pässword' })).mechanism, 'PLAIN');
  });

  it('sends UTF-8 in a literal of LOGIN where there is no PLAIN', async () => {
    const runner = runnerFor([{ client: 'A1 LOGIN "ada" {9}\npässword\n', server: 'A1 OK done\n' }]);

    assert.equal((await attempt(runner, { user: 'ada', password: 'pässword' })).mechanism, 'LOGIN');
  });

  it('tells what is offered where nothing fits', async () => {
    const runner = runnerFor([], 'LOGINDISABLED', 'AUTH=SCRAM-SHA-256', 'AUTH=GSSAPI');

    await assert.rejects(attempt(runner, PASSWORD), (error) => {
      assert.ok(error instanceof MechanismUnavailable);
      assert.deepEqual(error.offered, ['SCRAM-SHA-256', 'GSSAPI']);
      assert.equal(
        error.message,
        'The server does not offer LOGIN or PLAIN; it offers SCRAM-SHA-256, GSSAPI.',
      );
      return true;
    });
  });

  it('sends nothing in clear text', async () => {
    const runner = new ScriptedRunner([], { isEncrypted: false });

    await assert.rejects(attempt(runner, PASSWORD), TlsUnavailable);

    assert.deepEqual(runner.commands, []);
  });

  it('sends a password in clear text where that is allowed', async () => {
    const runner = new ScriptedRunner([{ client: 'A1 LOGIN "ada" "pw"\n', server: 'A1 OK done\n' }], {
      isEncrypted: false,
    });

    await attempt(runner, { user: 'ada', password: 'pw', isCleartextAllowed: true });

    assert.equal(runner.remainingSteps, 0);
  });

  it('gives the alerts, and leaves them to the listener of the connection too', async () => {
    const runner = runnerFor([
      {
        client: 'A1 LOGIN "ada" "pw"\n',
        server: '* OK [ALERT] Maintenance at noon\nA1 OK [ALERT] Change your password\n',
      },
    ]);

    const { alerts } = await attempt(runner, { user: 'ada', password: 'pw' });

    assert.deepEqual(alerts, ['Maintenance at noon', 'Change your password']);
    assert.equal(runner.heard.length, 1);
  });
});

describe('signIn with a token', () => {
  it('uses OAUTHBEARER where it is offered', async () => {
    const runner = runnerFor(
      [{ client: `A1 AUTHENTICATE OAUTHBEARER ${OAUTHBEARER}\n`, server: 'A1 OK done\n' }],
      'SASL-IR',
      'AUTH=PLAIN',
      'AUTH=XOAUTH2',
      'AUTH=OAUTHBEARER',
    );

    assert.equal((await attempt(runner, TOKEN)).mechanism, 'OAUTHBEARER');
  });

  it('uses XOAUTH2 at Gmail', async () => {
    const runner = runnerFor(
      [{ client: `A1 AUTHENTICATE XOAUTH2 ${XOAUTH2}\n`, server: 'A1 OK done\n' }],
      'X-GM-EXT-1',
      'SASL-IR',
      'AUTH=XOAUTH2',
      'AUTH=OAUTHBEARER',
    );

    assert.equal((await attempt(runner, TOKEN)).mechanism, 'XOAUTH2');
  });

  it('waits for the server without SASL-IR', async () => {
    const runner = runnerFor(
      [
        { client: 'A1 AUTHENTICATE XOAUTH2\n', server: '+ \n' },
        { client: `${XOAUTH2}\n`, server: 'A1 OK done\n' },
      ],
      'AUTH=XOAUTH2',
    );

    assert.equal((await attempt(runner, TOKEN)).mechanism, 'XOAUTH2');
  });

  it('sends a long token on a line of its own', async () => {
    const runner = runnerFor(
      [
        { client: 'A1 AUTHENTICATE XOAUTH2\n', server: '+ \n' },
        {
          client: `${base64(`user=ada\x01auth=Bearer ${LONG_TOKEN.token}\x01\x01`)}\n`,
          server: 'A1 OK done\n',
        },
      ],
      'SASL-IR',
      'AUTH=XOAUTH2',
    );

    await attempt(runner, LONG_TOKEN);

    assert.equal(runner.remainingSteps, 0);
  });

  it('escapes the user name for OAUTHBEARER only', async () => {
    const credentials = { user: 'a,b=c@x', token: 't' };
    const bearer = base64('n,a=a=2Cb=3Dc@x,\x01host=mail.example\x01port=993\x01auth=Bearer t\x01\x01');
    const runner = runnerFor(
      [
        { client: `A1 AUTHENTICATE OAUTHBEARER ${bearer}\n`, server: 'A1 OK done\n' },
        {
          client: `A2 AUTHENTICATE XOAUTH2 ${base64('user=a,b=c@x\x01auth=Bearer t\x01\x01')}\n`,
          server: 'A2 OK done\n',
        },
      ],
      'SASL-IR',
      'AUTH=XOAUTH2',
      'AUTH=OAUTHBEARER',
    );

    await attempt(runner, { ...credentials, host: 'mail.example', port: 993 });
    await attempt(runner, { ...credentials, mechanism: 'XOAUTH2' });

    assert.equal(runner.remainingSteps, 0);
  });

  it('answers the challenge of XOAUTH2 by an empty line, and keeps it', async () => {
    const runner = runnerFor(
      [
        {
          client: `A1 AUTHENTICATE XOAUTH2 ${XOAUTH2}\n`,
          server: `+ ${base64('{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}')}\n`,
        },
        { client: '\n', server: 'A1 NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)\n' },
      ],
      'SASL-IR',
      'AUTH=XOAUTH2',
    );

    const error = await refusalOf(runner, TOKEN);

    assert.equal(error.reason, 'credentials');
    assert.equal(error.command, 'AUTHENTICATE XOAUTH2');
    assert.deepEqual(error.challenge, {
      status: '400',
      schemes: 'Bearer',
      scope: 'https://mail.google.com/',
    });
  });

  it('answers the challenge of OAUTHBEARER by %x01, and judges by the response code', async () => {
    const runner = runnerFor(
      [
        { client: `A1 AUTHENTICATE OAUTHBEARER ${OAUTHBEARER}\n`, server: `+ ${base64(ERROR_JSON)}\n` },
        { client: 'AQ==\n', server: 'A1 NO [UNAVAILABLE] Temporary authentication failure\n' },
      ],
      'SASL-IR',
      'AUTH=OAUTHBEARER',
    );

    const error = await refusalOf(runner, TOKEN);

    assert.equal(error.reason, 'unavailable');
    assert.deepEqual(error.challenge, {
      status: 'invalid_token',
      scope: 'mail',
      openidConfiguration: 'https://id.example/.well-known',
    });
  });

  it('reads a challenge that is no JSON as none', async () => {
    const runner = runnerFor(
      [
        { client: `A1 AUTHENTICATE XOAUTH2 ${XOAUTH2}\n`, server: `+ ${base64('[1,2')}\n` },
        { client: '\n', server: 'A1 NO no\n' },
      ],
      'SASL-IR',
      'AUTH=XOAUTH2',
    );

    assert.equal((await refusalOf(runner, TOKEN)).challenge, null);
  });

  it('cancels an exchange that does not end', async () => {
    const runner = runnerFor(
      [
        { client: `A1 AUTHENTICATE XOAUTH2 ${XOAUTH2}\n`, server: '+ e30=\n' },
        { client: '\n', server: '+ e30=\n' },
        { client: '*\n', server: 'A1 BAD cancelled\n' },
      ],
      'SASL-IR',
      'AUTH=XOAUTH2',
    );

    await assert.rejects(attempt(runner, TOKEN), BoundExceeded);

    assert.equal(runner.remainingSteps, 0);
  });

  it('sends no more after the exchange was cancelled', async () => {
    const runner = runnerFor(
      [
        { client: `A1 AUTHENTICATE XOAUTH2 ${XOAUTH2}\n`, server: '+ not base64\n' },
        { client: '*\n', server: '+ e30=\n' },
      ],
      'SASL-IR',
      'AUTH=XOAUTH2',
    );

    await assert.rejects(attempt(runner, TOKEN), ProtocolViolation);
  });

  it('is not signed in by an OK after it has cancelled', async () => {
    const runner = runnerFor(
      [
        { client: `A1 AUTHENTICATE XOAUTH2 ${XOAUTH2}\n`, server: '+ not base64\n' },
        { client: '*\n', server: 'A1 OK done\n' },
      ],
      'SASL-IR',
      'AUTH=XOAUTH2',
    );

    await assert.rejects(attempt(runner, TOKEN), ProtocolViolation);
  });

  it('never sends a token by a mechanism for passwords', async () => {
    const runner = runnerFor([], 'SASL-IR', 'AUTH=PLAIN', 'AUTH=LOGIN');
    const disguised = { ...TOKEN, mechanism: 'PLAIN' } as unknown as SignInRequest;

    await assert.rejects(attempt(runner, TOKEN), MechanismUnavailable);
    await assert.rejects(attempt(runner, disguised), InvalidArgument);
    await assert.rejects(attempt(runner, { ...TOKEN, password: 'x' } as SignInRequest), InvalidArgument);

    assert.deepEqual(runner.commands, []);
  });

  it('never sends a token in clear text', async () => {
    const runner = new ScriptedRunner([], { isEncrypted: false, capabilities: ['AUTH=XOAUTH2'] });

    await assert.rejects(attempt(runner, { ...TOKEN, isCleartextAllowed: true }), TlsUnavailable);

    assert.deepEqual(runner.commands, []);
  });
});

describe('signIn before it sends anything', () => {
  const refused: readonly SignInRequest[] = [
    { user: '', password: 'p' },
    { user: 'a\r\nb', password: 'p' },
    { user: 'a\x01b', password: 'p' },
    { user: 'a\0b', password: 'p' },
    { user: 'a\ud800', password: 'p' },
    { user: 'a', password: 'p\n' },
    { user: 'a', password: 'p\r' },
    { user: 'a', password: 'p\0' },
    { user: 'a', password: '\udfff' },
    { user: 'a', token: '' },
    { user: 'a', token: 'a b' },
    { user: 'a', token: 'a\x01auth=x' },
    { user: 'a', token: 'a\n' },
    { user: 'a', token: 'ä' },
    { user: 'a\x01auth=Bearer x', token: 'a' },
    { user: 'a', token: 'a', host: 'a\x01b' },
    { user: 'a', token: 'a', port: 0 },
    { user: 'a', token: 'a', port: 65_536 },
    { user: 'a', password: 'p\u0007', mechanism: 'SCRAM-SHA-256' },
  ];

  for (const request of refused) {
    it(`refuses ${JSON.stringify(request)}`, async () => {
      const runner = runnerFor([], 'AUTH=PLAIN', 'AUTH=XOAUTH2', 'AUTH=SCRAM-SHA-256');

      await assert.rejects(attempt(runner, request), InvalidArgument);

      assert.deepEqual(runner.commands, []);
    });
  }
});

describe('signIn refused', () => {
  const judgements = [
    ['NO [AUTHENTICATIONFAILED] Authentication failed.', 'credentials'],
    ['NO [AUTHORIZATIONFAILED] No such ACL-ID', 'credentials'],
    ['NO LOGIN failed.', 'credentials'],
    ['NO [ALERT] Application-specific password required', 'credentials'],
    ['NO [WEBALERT https://accounts.google.com/x] Web login required.', 'contact-admin'],
    ['NO [CONTACTADMIN] Your account is locked', 'contact-admin'],
    ['NO [EXPIRED] That password is no longer good', 'expired'],
    ['NO [UNAVAILABLE] User lookup failed', 'unavailable'],
    ['NO [INUSE] Mailbox in use', 'unavailable'],
    ['NO [SERVERBUG] This should not happen', 'unavailable'],
    ['NO [PRIVACYREQUIRED] Connection offers no privacy', 'privacy-required'],
    ['NO [LIMIT] Rate limit hit.', 'limit'],
    ['NO [ALERT] Too many simultaneous connections. (Failure)', 'limit'],
    ['NO [UNAVAILABLE] Maximum number of connections from user+IP exceeded', 'limit'],
    ['NO [OVERQUOTA] Full', 'other'],
    ['BAD Command unknown', 'other'],
    ['BAD [AUTHENTICATIONFAILED] no', 'credentials'],
  ] as const;

  for (const [answer, reason] of judgements) {
    it(`reads "${answer}" as ${reason}`, async () => {
      const runner = runnerFor([{ client: 'A1 LOGIN "ada" "pw"\n', server: `A1 ${answer}\n` }]);

      assert.equal((await refusalOf(runner, { user: 'ada', password: 'pw' })).reason, reason);
    });
  }

  it('keeps the texts that a user must see', async () => {
    const runner = runnerFor([
      { client: 'A1 LOGIN "ada" "pw"\n', server: '* NO [ALERT] Pay your bill\nA1 NO [ALERT] Locked\n' },
    ]);

    const error = await refusalOf(runner, { user: 'ada', password: 'pw' });

    assert.deepEqual(error.alerts, ['Pay your bill', 'Locked']);
    assert.equal(error.text, 'Locked');
  });

  it('leaves out texts that repeat the secret', async () => {
    const runner = runnerFor([
      {
        client: 'A1 LOGIN "ada" "hunter2"\n',
        server: '* NO [ALERT] hunter2?\nA1 BAD [X-ECHO hunter2] Unknown: A1 LOGIN "ada" "hunter2"\n',
      },
    ]);

    const error = await refusalOf(runner, { user: 'ada', password: 'hunter2' });

    assert.equal(error.text, '');
    assert.deepEqual(error.alerts, []);
    assert.doesNotMatch(inspect(error, { depth: null, showHidden: true }) + error.stack, /hunter2/);
  });

  it('shows no secret when commands are printed', async () => {
    const runner = runnerFor(
      [
        { client: 'A1 LOGIN "ada" "hunter2"\n', server: 'A1 NO no\n' },
        { client: `A2 AUTHENTICATE PLAIN ${base64('\0ada\0hunter2')}\n`, server: 'A2 NO no\n' },
        {
          client: `A3 AUTHENTICATE XOAUTH2 ${base64('user=ada\x01auth=Bearer hunter2\x01\x01')}\n`,
          server: 'A3 NO no\n',
        },
      ],
      'SASL-IR',
      'AUTH=PLAIN',
      'AUTH=XOAUTH2',
    );
    await refusalOf(runner, { user: 'ada', password: 'hunter2' });
    await refusalOf(runner, { user: 'ada', password: 'hunter2', mechanism: 'PLAIN' });
    await refusalOf(runner, { user: 'ada', token: 'hunter2' });

    const printed =
      inspect(runner.commands, { depth: null, showHidden: true }) + JSON.stringify(runner.commands);

    assert.equal(runner.commands.length, 3);
    assert.doesNotMatch(printed, /hunter2/);
    assert.doesNotMatch(printed, new RegExp(base64('\0ada\0hunter2')));
  });
});
