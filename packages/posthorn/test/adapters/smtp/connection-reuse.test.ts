/** Connections that serve several submissions: proved before each, never shared, and no reason to send anything twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Conversation, ScriptedServer, SmtpScript } from './scripted-smtp-server.ts';
import { codeOf, submit } from './submission-under-test.ts';
import { openScene, text, texts } from './transport-scene.ts';

type Answers = NonNullable<SmtpScript['answers']>;

const verbs = ({ lines }: ScriptedServer) => lines.map((line) => line.split(/[ :]/, 1)[0]);

/** The envelope goes out in one piece with PIPELINING (RFC 2920), and command by command without. */
const DIALECTS = [
  { dialect: 'PIPELINING', keywords: ['AUTH PLAIN', 'PIPELINING'] },
  { dialect: 'one command at a time', keywords: ['AUTH PLAIN'] },
];

describe('A connection that submitted a message well', () => {
  it('serves the next submissions, each after RSET', async (t) => {
    const { server, there } = await openScene(t, { keywords: ['AUTH PLAIN'] });

    await submit({ ...there, octets: text('1') });
    await submit({ ...there, octets: text('2') });
    await submit({ ...there, octets: text('3') });

    assert.equal(server.connectionCount, 1);
    assert.deepEqual(texts(server), ['1', '2', '3']);
    const transaction = ['MAIL', 'RCPT', 'DATA'];
    assert.deepEqual(verbs(server), [
      ...['EHLO', 'AUTH', ...transaction],
      ...['RSET', ...transaction],
      ...['RSET', ...transaction],
    ]);
  });

  it('serves the next submission also when some recipients were refused', async (t) => {
    const RCPT = ({ send }: Conversation, line: string) =>
      send(line.includes('bob') ? '250 ok\r\n' : '550 no\r\n');
    const { server, there } = await openScene(t, { answers: { RCPT } });

    await submit({ ...there, to: ['x@example.org', 'bob@example.org'] });
    const { accepted, rejected } = await submit({ ...there, to: ['bob@example.org'] });

    assert.deepEqual({ accepted, rejected }, { accepted: ['bob@example.org'], rejected: [] });
    assert.equal(server.connectionCount, 1);
  });

  it('does not mind that the signal of its submission aborts later', async (t) => {
    const controller = new AbortController();
    const { server, there } = await openScene(t, {});

    await submit({ ...there, signal: controller.signal });
    controller.abort(new Error('The client went away.'));
    await submit(there);

    assert.equal(server.connectionCount, 1);
  });

  it('may be told more in all submissions together than in one', async (t) => {
    const END = `${'250-x\r\n'.repeat(3_000)}250 taken`;
    const { server, there } = await openScene(t, { answers: { END } });

    await submit(there);
    await submit(there);

    assert.equal(server.connectionCount, 1);
  });

  it('is left with QUIT when no submission follows', async (t) => {
    const { server, there } = await openScene(t, {}, { poolLimits: { idleMs: 20 } });

    await submit(there);
    await server.closed;

    assert.equal(server.lines.at(-1), 'QUIT');
  });
});

describe('A connection is not shared', () => {
  it('with another password', async (t) => {
    const { server, there } = await openScene(t, {});

    await submit({ ...there, password: 'right' });
    await submit({ ...there, password: 'other' });

    assert.equal(server.connectionCount, 2);
    assert.deepEqual(
      server.lines.filter((line) => line.startsWith('AUTH')),
      ['right', 'other'].map((word) => `AUTH PLAIN ${Buffer.from(`\0ann\0${word}`).toString('base64')}`),
    );
  });

  it('with a wrong password, which is refused while a connection idles', async (t) => {
    const right = Buffer.from('\0ann\0right').toString('base64');
    const AUTH = ({ send }: Conversation, line: string) =>
      send(line.includes(right) ? '235 ok\r\n' : '535 no\r\n');
    const { server, there } = await openScene(t, { answers: { AUTH } });

    await submit({ ...there, password: 'right' });

    assert.equal(await codeOf({ ...there, password: 'wrong' }), 'authentication-failed');
    assert.equal(server.messages.length, 1);
  });

  it('with the same login under another host name', async (t) => {
    const { server, there } = await openScene(t, {});

    await submit({ ...there, host: 'mail.example.org' });
    await submit({ ...there, host: 'mail.example.com' });

    assert.equal(server.connectionCount, 2);
  });

  it('with the same login of another origin', async (t) => {
    const { server, there } = await openScene(t, {});

    await submit({ ...there, origin: 'operator' });

    assert.equal(await codeOf({ ...there, origin: 'client' }), 'tls-required');
    assert.equal(server.connectionCount, 2);
  });
});

for (const { dialect, keywords } of DIALECTS) {
  /** What a server does to the first connection after it took a message; the second one works. */
  const ends: readonly (readonly [what: string, answers: Answers])[] = [
    ['closed', { END: afterTaking(({ drop }) => drop()) }],
    ['ended with 421', { END: afterTaking(({ send }) => send('421 4.4.2 idle too long\r\n')) }],
    [
      'made unusable by a reply that nobody asked for',
      { END: afterTaking(({ send }) => send('250 ghost\r\n')) },
    ],
    ['that says more to RSET than was asked', { RSET: '250 ok\r\n250 ghost' }],
    ['that begins to say more than was asked', { RSET: '250 ok\r\n250-gho' }],
    ['that refuses RSET', { RSET: '502 5.5.1 what' }],
    ['that answers RSET with nonsense', { RSET: 'hello' }],
    ['that answers RSET with 421', { RSET: '421 4.3.2 going down' }],
    ['that closes at RSET', { RSET: ({ drop }) => drop() }],
    ['that falls silent at RSET', { RSET: () => undefined }],
    ['that allows one message and says so with 421', { MAIL: allowOneMessage }],
  ];

  describe(`A connection is replaced (${dialect})`, () => {
    for (const [what, answers] of ends) {
      it(`when it is one ${what}`, async (t) => {
        const { server, there } = await openScene(t, { keywords, answers }, { limits: { proofMs: 100 } });

        await submit({ ...there, octets: text('1') });
        await submit({ ...there, octets: text('2') });

        assert.equal(server.connectionCount, 2);
        assert.deepEqual(texts(server), ['1', '2']);
      });
    }
  });

  /** What a server does to the second message of a connection; it is offered once. */
  const failures: readonly (readonly [what: string, answers: Answers, code: string, messages: number])[] = [
    ['451 at MAIL', { MAIL: atSecond('451 4.3.0 later') }, 'server-unavailable', 1],
    ['550 at MAIL', { MAIL: atSecond('550 5.7.1 no') }, 'message-rejected', 1],
    ['a cut at MAIL', { MAIL: atSecond(undefined) }, 'server-unavailable', 1],
    ['421 at RCPT', { RCPT: atSecond('421 4.3.2 going down') }, 'server-unavailable', 1],
    ['a cut at RCPT', { RCPT: atSecond(undefined) }, 'server-unavailable', 1],
    ['421 at DATA', { DATA: atSecond('421 4.3.2 going down', '354 go ahead') }, 'server-unavailable', 1],
    ['421 at the final dot', { END: atThird('421 4.3.2 going down') }, 'server-unavailable', 2],
    ['a cut at the final dot', { END: atThird(undefined) }, 'submission-uncertain', 2],
  ];

  describe(`A submission on a connection that was used before is not repeated (${dialect})`, () => {
    for (const [what, answers, code, messages] of failures) {
      it(`after ${what}`, async (t) => {
        const { server, there } = await openScene(t, { keywords, answers });

        await submit(there);

        assert.equal(await codeOf(there), code);
        assert.equal(server.connectionCount, 1);
        assert.equal(server.messages.length, messages);
      });
    }
  });

  it(`421 at MAIL is met with one new connection and no more (${dialect})`, async (t) => {
    const answers = { MAIL: atSecond('421 4.7.0 slow down'), EHLO: ehloOnce };
    const { server, there } = await openScene(t, { keywords, answers });

    await submit(there);

    assert.equal(await codeOf(there), 'server-unreachable');
    assert.equal(server.connectionCount, 2);
  });

  it(`421 at MAIL on a new connection is not repeated (${dialect})`, async (t) => {
    const { server, there } = await openScene(t, { keywords, answers: { MAIL: '421 4.7.0 slow down' } });

    assert.equal(await codeOf(there), 'server-unavailable');
    assert.equal(server.connectionCount, 1);
  });
}

describe('A connection on which something went wrong', () => {
  const failures: readonly (readonly [what: string, answers: Answers])[] = [
    ['MAIL was refused', { MAIL: '550 5.7.1 no' }],
    ['all recipients were refused', { RCPT: '550 5.1.1 nobody', DATA: '554 no recipients' }],
    ['DATA was refused', { DATA: '554 5.7.1 no' }],
    ['the message was refused', { END: '554 5.7.1 spam' }],
  ];
  for (const [what, answers] of failures) {
    it(`serves nobody any more: ${what}`, async (t) => {
      const { server, there } = await openScene(t, { answers });

      await codeOf(there);
      await codeOf(there);

      assert.equal(server.connectionCount, 2);
    });
  }
});

/** Takes the first message of a connection, then does something more; later connections are left alone. */
function afterTaking(then: (conversation: Conversation) => void): (conversation: Conversation) => void {
  return (conversation) => {
    conversation.send('250 2.0.0 taken\r\n');
    if (conversation.number === 1) then(conversation);
  };
}

function allowOneMessage({ send, messageCount, drop }: Conversation): void {
  send(messageCount === 0 ? '250 ok\r\n' : '421 4.7.0 too many messages\r\n');
  if (messageCount > 0) drop();
}

/** Says this, or closes the connection, once a message was taken in it. */
function atSecond(reply: string | undefined, usual = '250 ok'): (conversation: Conversation) => void {
  return ({ send, drop, messageCount }) => {
    if (messageCount === 0) send(`${usual}\r\n`);
    else if (reply === undefined) drop();
    else send(`${reply}\r\n`);
  };
}

/** The same for the final dot, at which the message itself is counted. */
function atThird(reply: string | undefined): (conversation: Conversation) => void {
  const answer = atSecond(reply);
  return (conversation) => answer({ ...conversation, messageCount: conversation.messageCount - 1 });
}

function ehloOnce({ send, drop, number }: Conversation): void {
  if (number === 1) send('250-scripted\r\n250 AUTH PLAIN\r\n');
  else drop();
}
