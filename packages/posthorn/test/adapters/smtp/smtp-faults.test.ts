/** What a failing or hostile sending server can do: the mail goes out at most once, and the error tells the truth. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Fault, startSandbox } from 'posthorn-sandbox';
import type { SmtpLimits } from '../../../src/adapters/smtp/smtp-limits.ts';
import { type Conversation, type SmtpScript, startScriptedServer } from './scripted-smtp-server.ts';
import { codeOf, outcomeOf, submit, USER } from './submission-under-test.ts';

const IMPATIENT = { connectMs: 5_000, greetingMs: 500, commandMs: 300, submissionMs: 10_000 };
const UNREACHABLE = { code: 'server-unreachable', detail: 'The mail server cannot be reached.' };
const TIMEOUT = {
  code: 'server-timeout',
  detail: 'The sending server did not answer in time. Nothing was sent.',
};
const UNAVAILABLE = {
  code: 'server-unavailable',
  detail: 'The sending server is not available at the moment. Nothing was sent.',
  retryAfterSeconds: 30,
};
const UNUSABLE = {
  code: 'protocol-failure',
  detail: 'The sending server gave an answer that could not be used. Nothing was sent.',
};
const UNCERTAIN = {
  code: 'submission-uncertain',
  detail: 'The message was handed over, but no answer came: it may have been sent or not.',
};
type Answers = NonNullable<SmtpScript['answers']>;

/** More than all buffers between client and server together. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, `${'x'.repeat(76)}\r\n`);

/** Of a server that says so itself. */
const NOT_NOW = {
  code: 'server-unavailable',
  detail: 'The sending server does not take the message at the moment. Nothing was sent.',
  retryAfterSeconds: 60,
};

describe('A fault of the sending server', () => {
  const recipient = 'bob@example.org';
  const faults: readonly (readonly [fault: Fault, code: string, mails: number])[] = [
    [{ kind: 'smtp-reject-recipient', recipient, replyCode: 550 }, 'message-rejected', 0],
    [{ kind: 'smtp-reject-recipient', recipient, replyCode: 450 }, 'server-unavailable', 0],
    [{ kind: 'smtp-refuse-data', replyCode: 554 }, 'message-rejected', 0],
    [{ kind: 'smtp-refuse-data', replyCode: 552 }, 'quota-exceeded', 0],
    [{ kind: 'smtp-refuse-data', replyCode: 451 }, 'server-unavailable', 0],
    [{ kind: 'smtp-drop', at: 'smtp-data-received' }, 'submission-uncertain', 0],
    [{ kind: 'smtp-drop', at: 'smtp-before-data-reply' }, 'submission-uncertain', 1],
    [{ kind: 'smtp-drop', at: 'smtp-after-data-reply' }, 'sent', 1],
  ];
  for (const [fault, code, mails] of faults) {
    it(`gives ${code} and ${mails} mails for ${JSON.stringify(fault)}`, async (t) => {
      const sandbox = await startSandbox({ users: [USER], smtp: true });
      t.after(() => sandbox.close());
      sandbox.faults.add(fault);

      assert.equal(await codeOf({ port: sandbox.smtpPort ?? 0, to: [recipient] }), code);
      assert.equal(sandbox.acceptedMail.length, mails);
    });
  }

  it('is no wrong password when the password is right', async (t) => {
    const sandbox = await startSandbox({ users: [USER], smtp: true });
    t.after(() => sandbox.close());

    assert.equal(await codeOf({ port: sandbox.smtpPort ?? 0, password: 'wrong' }), 'authentication-failed');
    assert.equal(await codeOf({ port: sandbox.smtpPort ?? 0 }), 'sent');
  });
});

/** The envelope goes out in one piece with PIPELINING (RFC 2920), and command by command without. */
const DIALECTS = [
  { dialect: 'PIPELINING', keywords: ['AUTH PLAIN', 'PIPELINING'] },
  { dialect: 'one command at a time', keywords: ['AUTH PLAIN'] },
];

for (const { dialect, keywords } of DIALECTS) {
  const outcomeWith = async (t: TestContext, answers: Answers, limits?: Partial<SmtpLimits>) => {
    const { port, messages } = await startScriptedServer(t, { keywords, answers });
    const outcome = await outcomeOf({ port, ...(limits && { limits }) });
    assert.ok(messages.length <= 1);
    return outcome;
  };

  describe(`A sending server that falls silent (${dialect})`, () => {
    const cases: readonly (readonly [step: keyof Answers, outcome: object])[] = [
      ['GREETING', UNREACHABLE],
      ['EHLO', UNREACHABLE],
      ['AUTH', TIMEOUT],
      ['MAIL', TIMEOUT],
      ['RCPT', TIMEOUT],
      ['DATA', TIMEOUT],
      ['END', UNCERTAIN],
    ];
    for (const [step, expected] of cases) {
      it(`at ${step}`, async (t) => {
        assert.deepEqual(await outcomeWith(t, { [step]: silence }, IMPATIENT), expected);
      });
    }
  });

  describe(`A sending server that closes the connection (${dialect})`, () => {
    const cases: readonly (readonly [step: keyof Answers, outcome: object])[] = [
      ['GREETING', UNREACHABLE],
      ['EHLO', UNREACHABLE],
      ['AUTH', UNAVAILABLE],
      ['MAIL', UNAVAILABLE],
      ['RCPT', UNAVAILABLE],
      ['DATA', UNAVAILABLE],
      ['END', UNCERTAIN],
    ];
    for (const [step, expected] of cases) {
      it(`at ${step}`, async (t) => {
        assert.deepEqual(await outcomeWith(t, { [step]: hangUp }), expected);
      });
    }
  });

  describe(`A sending server that goes down with 421 (${dialect})`, () => {
    for (const step of ['GREETING', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'END'] as const) {
      it(`at ${step}`, async (t) => {
        const answers = { [step]: '421 4.3.2 going down' };

        // Whether the refusal of the only recipient or the end of the connection is seen first is up to chance.
        const { rejected: _rejected, ...outcome } = { rejected: [], ...(await outcomeWith(t, answers)) };

        assert.deepEqual(outcome, NOT_NOW);
      });
    }
  });

  describe(`A sending server that talks too much (${dialect})`, () => {
    const cases: readonly (readonly [step: keyof Answers, outcome: object])[] = [
      ['GREETING', UNREACHABLE],
      ['EHLO', UNREACHABLE],
      ['AUTH', UNUSABLE],
      ['MAIL', UNUSABLE],
      ['RCPT', UNUSABLE],
      ['DATA', UNUSABLE],
      ['END', UNCERTAIN],
    ];
    for (const [step, expected] of cases) {
      it(`in one reply at ${step}`, async (t) => {
        assert.deepEqual(await outcomeWith(t, { [step]: longReply }), expected);
      });

      it(`in empty lines at ${step}`, async (t) => {
        assert.deepEqual(await outcomeWith(t, { [step]: emptyLines }), expected);
      });
    }
  });
}

describe('A sending server', () => {
  const cases: readonly (readonly [name: string, answers: Answers, outcome: object])[] = [
    ['that speaks HTTP', { GREETING: 'HTTP/1.1 400 Bad Request' }, UNREACHABLE],
    ['that speaks POP3', { GREETING: '+OK ready' }, UNREACHABLE],
    ['that greets with 554', { GREETING: '554 no service' }, UNAVAILABLE],
    ['that answers the login with nonsense', { AUTH: 'hello' }, UNUSABLE],
    ['that asks for more and more at the login', { AUTH: `334 ${'x'.repeat(10_000)}` }, UNUSABLE],
    ['that answers the final dot with nonsense', { END: 'hello' }, UNCERTAIN],
    ['that answers the final dot with 354', { END: '354 go on' }, UNCERTAIN],
    ['that answers the final dot with half a line', { END: halfReply }, UNCERTAIN],
  ];
  for (const [name, answers, expected] of cases) {
    it(name, async (t) => {
      const { port, messages } = await startScriptedServer(t, { answers });

      assert.deepEqual(await outcomeOf({ port }), expected);
      assert.ok(messages.length <= 1);
    });
  }

  it('that is not there', async () => {
    assert.deepEqual(await outcomeOf({ port: 1 }), UNREACHABLE);
  });

  it('that does not begin TLS has no more time than connecting may take', async (t) => {
    const { port } = await startScriptedServer(t, { answers: { GREETING: silence } });
    const startedAt = performance.now();

    const limits = { connectMs: 100, greetingMs: 20_000 };
    assert.deepEqual(await outcomeOf({ port, security: 'ssl', limits }), UNREACHABLE);

    assert.ok(performance.now() - startedAt < 10_000);
  });

  it('that refuses recipients with nonsense has not taken them', async (t) => {
    const { port } = await startScriptedServer(t, {
      answers: { RCPT: (line, command) => line.send(command.includes('bob') ? '250 ok\r\n' : 'hm\r\n') },
    });

    assert.deepEqual(await submit({ port, to: ['x@example.org', 'bob@example.org'] }), {
      accepted: ['bob@example.org'],
      rejected: [{ address: 'x@example.org', replyCode: 0, enhancedCode: null }],
    });
  });

  it('that takes the message before it has it is not believed', async (t) => {
    const { port, messages } = await startScriptedServer(t, {
      answers: { DATA: (line) => line.send('354 go\r\n250 taken\r\n') },
    });

    assert.deepEqual(await outcomeOf({ port, octets: LARGE }), UNUSABLE);
    assert.deepEqual(messages, []);
  });

  it('that refuses the message before it has it gets no more of it', async (t) => {
    const { port, messages } = await startScriptedServer(t, {
      answers: { DATA: (line) => line.send('354 go\r\n552 5.3.4 too big\r\n') },
    });

    assert.equal(await codeOf({ port, octets: LARGE }), 'message-rejected');
    assert.deepEqual(messages, []);
  });

  it('that stops to read in the middle of the message has not got it', async (t) => {
    const { port, messages } = await startScriptedServer(t, {
      answers: {
        DATA: (line) => {
          line.send('354 go\r\n');
          line.stopReading();
        },
      },
    });

    assert.deepEqual(await outcomeOf({ port, octets: LARGE, limits: IMPATIENT }), TIMEOUT);
    assert.deepEqual(messages, []);
  });

  it('that seems busy has no more time than the whole submission', async (t) => {
    const { port } = await startScriptedServer(t, {
      answers: {
        MAIL: (line) => {
          const drip = setInterval(() => line.send('250-still here\r\n'), 20);
          t.after(() => clearInterval(drip));
        },
      },
    });

    const outcome = await outcomeOf({ port, limits: { submissionMs: 400 } });

    assert.deepEqual(outcome, TIMEOUT);
  });

  it('that says nothing of its text reaches the client', async (t) => {
    const { port } = await startScriptedServer(t, {
      answers: { END: '554 5.7.1 <script>alert(1)</script>' },
    });

    assert.deepEqual(await outcomeOf({ port }), {
      code: 'message-rejected',
      detail: 'The sending server refused the message. Nothing was sent.',
    });
  });
});

describe('An abort', () => {
  const reason = new Error('The client went away.');
  const submitUntil = async (t: TestContext, step: 'AUTH' | 'MAIL' | 'DATA' | 'END') => {
    const controller = new AbortController();
    const answers = { [step]: () => controller.abort(reason) };
    const server = await startScriptedServer(t, { answers });
    return { server, outcome: outcomeOf({ port: server.port, signal: controller.signal }) };
  };

  it('that came already opens no connection', async (t) => {
    const { port, lines } = await startScriptedServer(t);

    await assert.rejects(submit({ port, signal: AbortSignal.abort(reason) }), reason);
    assert.deepEqual(lines, []);
  });

  for (const step of ['AUTH', 'MAIL', 'DATA'] as const) {
    it(`at ${step} throws its reason, and nothing is sent`, async (t) => {
      const { server, outcome } = await submitUntil(t, step);

      await assert.rejects(outcome, reason);
      await server.closed;
      assert.deepEqual(server.messages, []);
    });
  }

  it('in the middle of the message throws its reason, and the message never ends', async (t) => {
    const controller = new AbortController();
    const { port, messages, closed } = await startScriptedServer(t, {
      answers: {
        DATA: (line) => {
          line.send('354 go\r\n');
          line.stopReading();
          setTimeout(() => {
            controller.abort(reason);
            line.readOn();
          }, 50);
        },
      },
    });

    await assert.rejects(submit({ port, octets: LARGE, signal: controller.signal }), reason);
    await closed;
    assert.deepEqual(messages, []);
  });

  it('after the final dot leaves the outcome uncertain', async (t) => {
    const { server, outcome } = await submitUntil(t, 'END');

    assert.deepEqual(await outcome, UNCERTAIN);
    assert.equal(server.messages.length, 1);
  });
});

function silence(): void {}

function hangUp(conversation: Conversation): void {
  conversation.drop();
}

function halfReply(conversation: Conversation): void {
  conversation.send('250 tak');
  conversation.drop();
}

/** More than a reply may have. */
function longReply(conversation: Conversation): void {
  conversation.send('250-x\r\n'.repeat(20_000));
}

/** Two million empty lines; nodemailer alone looks through them for minutes. */
function emptyLines(conversation: Conversation): void {
  conversation.send('\r\n'.repeat(2_000_000));
}
