/** Many submissions to a server that fails at random: what is reported is what happened, and nothing goes out twice. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createSeededRandom } from '../../../src/demo/seeded-random.ts';
import { type Conversation, type ScriptedServer, startScriptedServer } from './scripted-smtp-server.ts';
import { codeOf, createTransport } from './submission-under-test.ts';

const SUBMISSIONS = 200;
const PASSWORDS = ['one', 'two', 'three'];
const LIMITS = { commandMs: 200, proofMs: 60, submissionMs: 60_000 };
const POOL_LIMITS = { maxPerAccount: 6, maxWaitingPerAccount: 300, idleMs: 40, waitMs: 60_000 };

/** A way to answer; the usual answer is given to it. */
type Whim = (conversation: Conversation, usual: string) => void;

const USUAL: Whim = ({ send }, usual) => send(`${usual}\r\n`);
const LATE: Whim = (conversation, usual) => setTimeout(() => USUAL(conversation, usual), 10);
const CUT: Whim = ({ drop }) => drop();
const SILENT: Whim = () => undefined;
const saying =
  (reply: string): Whim =>
  ({ send }) =>
    send(`${reply}\r\n`);
const closing: Whim = ({ send, drop }) => {
  send('421 4.3.2 going down\r\n');
  drop();
};
/** The message is on its way when the connection goes. */
const cutSoon: Whim = (conversation, usual) => {
  USUAL(conversation, usual);
  setImmediate(() => conversation.drop());
};
/** The reply arrives, and then the server closes the connection that now idles. */
const cutAfter: Whim = (conversation, usual) => {
  USUAL(conversation, usual);
  conversation.drop();
};
const closingAfter: Whim = (conversation, usual) => {
  USUAL(conversation, usual);
  closing(conversation, usual);
};

const EVERYWHERE: readonly Whim[] = [
  CUT,
  SILENT,
  LATE,
  closing,
  saying('451 4.3.0 later'),
  saying('554 5.3.0 no'),
];
const AT_DATA: readonly Whim[] = [...EVERYWHERE, cutSoon, cutSoon];
/** What can happen around the decision to take a message: before it, against it, after it. */
const NOT_TAKEN: readonly Whim[] = [
  CUT,
  SILENT,
  closing,
  saying('451 4.3.0 later'),
  saying('554 5.7.1 spam'),
];
const TAKEN: readonly Whim[] = [CUT, SILENT, LATE, cutAfter, closingAfter];

interface Storm {
  readonly server: ScriptedServer;
  /** The numbers of the messages that the server took. */
  readonly taken: readonly number[];
}

async function startStorm(t: TestContext, seed: number): Promise<Storm> {
  const random = createSeededRandom(seed);
  const oneOf = (whims: readonly Whim[]) => whims[random() % whims.length] ?? USUAL;
  const mostly = (whims: readonly Whim[]) => (random() % 12 === 0 ? oneOf(whims) : USUAL);
  const taken: number[] = [];
  const at =
    (usual: string, whims: readonly Whim[] = EVERYWHERE) =>
    (conversation: Conversation) =>
      mostly(whims)(conversation, usual);
  const server = await startScriptedServer(t, {
    answers: {
      GREETING: at('220 storm'),
      AUTH: at('235 2.7.0 welcome'),
      RSET: at('250 2.0.0 reset'),
      MAIL: at('250 2.1.0 ok'),
      RCPT: at('250 2.1.5 ok'),
      DATA: at('354 go ahead', AT_DATA),
      END(conversation) {
        const isTaken = random() % 8 !== 0;
        if (isTaken) taken.push(Number(/^Subject: (\d+)/.exec(String(server.messages.at(-1)))?.[1]));
        const whim = isTaken ? mostly(TAKEN) : oneOf(NOT_TAKEN);
        whim(conversation, '250 2.0.0 taken');
      },
    },
  });
  return { server, taken };
}

/** Every third message is larger than what goes out at once. */
function messageNumber(index: number): Buffer {
  const lines = index % 3 === 0 ? 20_000 : 1;
  return Buffer.from(`Subject: ${index}\r\n\r\n${'x\r\n.\r\n'.repeat(lines)}`);
}

describe('Two hundred submissions in a storm', () => {
  for (const seed of [1, 2, 3]) {
    it(`are each reported as they ended (seed ${seed})`, async (t) => {
      const { server, taken } = await startStorm(t, seed);
      const transport = createTransport({ limits: LIMITS, poolLimits: POOL_LIMITS });
      const indexes = Array.from({ length: SUBMISSIONS }, (_, index) => index);

      const codes = await Promise.all(
        indexes.map((index) => {
          const password = PASSWORDS[index % PASSWORDS.length] ?? '';
          return codeOf({ port: server.port, transport, password, octets: messageNumber(index) });
        }),
      );
      await transport.close();

      const wrong = indexes
        .map((index) => ({ code: codes[index], times: taken.filter((number) => number === index).length }))
        .filter(({ code, times }) => {
          if (code === 'sent') return times !== 1;
          return code === 'submission-uncertain' ? times > 1 : times !== 0;
        });
      assert.deepEqual(wrong, []);
      const count = (wanted: string) => codes.filter((code) => code === wanted).length;
      assert.ok(count('sent') > SUBMISSIONS / 4, `${count('sent')} sent`);
      assert.ok(count('submission-uncertain') > 0, `${count('submission-uncertain')} uncertain`);
      assert.ok(server.connectionCount < SUBMISSIONS, `${server.connectionCount} connections`);
      assert.ok(server.lines.includes('RSET'));
    });
  }
});
