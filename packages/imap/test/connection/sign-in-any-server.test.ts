/** Whatever a server says during a login, the login ends, and no secret is told. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { type SignInRequest, signIn } from '../../src/commands/sign-in.ts';
import { connect } from '../../src/connection/connect.ts';
import { ImapError } from '../../src/errors.ts';
import { SIGNAL } from '../support/dial.ts';
import { type ServerPeer, startScriptedServer } from '../support/scripted-server.ts';
import { createTlsCredentials, type TlsCredentials } from '../support/tls-credentials.ts';

const SECRET = 'hunter2-"correct"-horse';
const TOKEN = 'hunter2.battery.staple';
const CAPABILITIES = 'IMAP4rev1 AUTH=PLAIN AUTH=SCRAM-SHA-256 AUTH=XOAUTH2 AUTH=OAUTHBEARER';
const PASSWORD_MECHANISMS = ['LOGIN', 'PLAIN', 'SCRAM-SHA-256'] as const;
const TOKEN_MECHANISMS = ['XOAUTH2', 'OAUTHBEARER'] as const;

let tls: TlsCredentials;
before(async () => {
  tls = await createTlsCredentials();
});

/** What the server says to one line of the client, which it may repeat. */
type Saying = (line: string) => string;

const saying: fc.Arbitrary<Saying> = fc.oneof(
  fc.constantFrom<Saying>(
    () => '+ \r\n',
    () => '+ e30=\r\n',
    () => '+ not base64\r\n',
    (line) => `+ ${line}\r\n`,
    () => '* NO [ALERT] Careful\r\n',
    (line) => `* NO [ALERT] ${line}\r\n`,
    (line) => `A1 NO ${line}\r\n`,
    (line) => `A1 BAD [X-CODE ${line}] What is ${line}\r\n`,
    () => 'A1 NO [UNAVAILABLE] later\r\n',
    () => `A1 OK [CAPABILITY ${CAPABILITIES}] done\r\n`,
    () => 'A1 OK done\r\n',
    () => 'A9 OK done\r\n',
    (line) => `* BYE [X-CODE ${line}] What is ${line}\r\n`,
    () => '* CAPABILITY IMAP4rev1\r\n',
  ),
  fc.base64String({ maxLength: 40 }).map((text) => () => `+ ${text}\r\n`),
  fc.nat(100_000).map((iterations) => (line: string) => {
    const [, nonce = ''] = /,r=(.*)$/.exec(Buffer.from(line, 'base64').toString()) ?? [];
    return `+ ${Buffer.from(`r=${nonce}x,s=AAAA,i=${iterations}`).toString('base64')}\r\n`;
  }),
);

const request: fc.Arbitrary<SignInRequest> = fc.oneof(
  fc.constantFrom(...PASSWORD_MECHANISMS).map((mechanism) => ({ user: 'ann', password: SECRET, mechanism })),
  fc.constantFrom(...TOKEN_MECHANISMS).map((mechanism) => ({ user: 'ann', token: TOKEN, mechanism })),
);

const script = fc.array(saying, { maxLength: 6 });

describe('signIn to any server', () => {
  it('ends, and tells no secret', async (t) => {
    let answers: readonly Saying[] = [];
    let sent: string[] = [];
    let hasInitialResponse = false;
    const play = async (peer: ServerPeer): Promise<void> => {
      // What an earlier client sent may arrive late.
      const [ownAnswers, ownLines] = [answers, sent];
      peer.send(`* OK [CAPABILITY ${CAPABILITIES}${hasInitialResponse ? ' SASL-IR' : ''}] ready\r\n`);
      for (const answer of ownAnswers) {
        const line = await peer.line();
        if (line === undefined) return;
        ownLines.push(line);
        peer.send(answer(line));
      }
      peer.finish();
    };
    const { host, port } = await startScriptedServer(t, { play, tls });

    await fc.assert(
      fc.asyncProperty(request, script, fc.boolean(), async (credentials, sayings, isInitial) => {
        answers = sayings;
        hasInitialResponse = isInitial;
        sent = [];
        const connection = await connect(
          // A server that waits for the client, which waits for the server, is given up soon.
          { host, port, security: 'tls', extraRoots: [tls.cert], deadlines: { commandMs: 50 } },
          SIGNAL,
        );
        const outcome: unknown = await signIn(connection, credentials, SIGNAL).catch((error) => error);
        connection.destroy();

        assert.ok(!(outcome instanceof Error) || outcome instanceof ImapError, inspect(outcome));
        const shown = inspect(outcome, { depth: null, showHidden: true });
        assert.doesNotMatch(shown, /hunter2/);
        assert.ok(!shown.includes(Buffer.from('hunter2').toString('base64').slice(0, 8)));
        if ('token' in credentials) assert.doesNotMatch(sent.join('\n'), /LOGIN|PLAIN/);
      }),
      { numRuns: 100 },
    );
  });
});
