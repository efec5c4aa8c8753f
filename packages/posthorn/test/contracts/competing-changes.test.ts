/** If-Match keeps its promise: of two changes of one message with one tag, one is done and the other is told. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { v1Mail } from '../http/v1/v1-mail.ts';
import { startV1Server } from '../http/v1/v1-server.ts';
import type { WritingApi } from '../http/v1/writing/writing-api.ts';
import { buildMessage } from '../support/message-samples.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';
import {
  createTargets,
  effectOf,
  type Kind,
  PAIRS,
  readEffects,
  readTarget,
  type Side,
  send,
} from './competing-changes.ts';
import { startDovecotWriting } from './dovecot-writing.ts';

const ROUNDS = 1_000;
/** Rounds that are under way at once, each with a draft of its own. */
const LANES = 3;
/** A few steps of the protocol take as long. */
const MAX_DELAY_MS = 4;

/** Draft n has the uid n. */
const DRAFTS = Array.from({ length: ROUNDS }, (_, index) => ({
  raw: buildMessage({ subject: `Draft ${index + 1}`, from: 'jane@example.org', to: ['ann@example.com'] }),
  flags: ['\\Draft'],
}));

/** A change, and the answer to it. */
interface Attempt {
  readonly kind: Kind;
  readonly side: Side;
  readonly answer: LightMyRequestResponse;
}

function competingChanges(name: string, start: () => Promise<WritingApi>): void {
  describe(`Two changes of one message with one tag over ${name}`, () => {
    let api: WritingApi;
    before(async () => {
      api = await start();
      await createTargets(api);
    });
    after(() => api?.close());

    it(`have one winner in each of ${ROUNDS} rounds, and nothing else is done`, async (t) => {
      const seed = testSeed();
      const random = seededRandom(seed);
      t.diagnostic(`seed ${seed}`);
      const effects: string[] = [];
      const wins = { a: 0, b: 0 };
      const rounds = Array.from({ length: ROUNDS }, (_, index) => index + 1).values();
      const lane = async (): Promise<void> => {
        for (const round of rounds) {
          const [a, b] = PAIRS[round % PAIRS.length] ?? ['flags', 'flags'];
          const target = await readTarget(api, round);
          const attempt = async (kind: Kind, side: Side): Promise<Attempt> => {
            await pause(random() * MAX_DELAY_MS);
            return { kind, side, answer: await send(api, target, { kind, side }) };
          };
          const attempts = await Promise.all([attempt(a, 'a'), attempt(b, 'b')]);
          const winners = judge(attempts);
          effects.push(...effectsOf(target.subject, winners));
          for (const { side } of winners) wins[side] += 1;
        }
      };

      await Promise.all(Array.from({ length: LANES }, lane));

      t.diagnostic(`the first won ${wins.a} rounds, the second ${wins.b}`);
      assert.deepEqual((await readEffects(api)).filter(isOfRace).toSorted(), effects.toSorted());
      const sent = api.sent().map(({ raw }) => /^Subject: (.*?)\r$/m.exec(raw.toString())?.[1]);
      assert.deepEqual(
        sent.toSorted(),
        effects.flatMap((effect) => /^Sent: (.*) seen$/.exec(effect)?.[1] ?? []).toSorted(),
      );
    });
  });
}

/** Those that were done. All others were told that they were late; a copy may be done beside another change, and a sending be repeated. */
function judge(attempts: readonly Attempt[]): readonly Attempt[] {
  const shown = attempts.map(({ kind, answer }) => `${kind} ${answer.statusCode}`).join(', ');
  const winners = attempts.filter(({ answer }) => answer.statusCode < 300);
  const losers = attempts.filter((attempt) => !winners.includes(attempt));
  assert.deepEqual(
    losers.map(({ answer }) => [answer.statusCode, answer.json().errors[0].code]),
    losers.map(() => [412, 'outdated-version']),
    shown,
  );
  const exclusive = attempts.filter(({ kind }) => kind !== 'copy');
  const areSendings = attempts.every(({ kind }) => kind === 'send');
  const wonExclusively = exclusive.filter((attempt) => winners.includes(attempt));
  assert.equal(wonExclusively.length, areSendings ? 2 : Math.min(1, exclusive.length), shown);
  if (exclusive.length === 0) assert.equal(winners.length, 2, shown);
  return areSendings ? winners.slice(0, 1) : winners;
}

/** Everything that is left of a draft: what was made of it, and its copies. */
function effectsOf(subject: string, winners: readonly Attempt[]): readonly string[] {
  const areCopies = winners.every(({ kind }) => kind === 'copy');
  const effects = winners.flatMap((winner) => effectOf(subject, winner) ?? []);
  return areCopies ? [`Drafts: ${subject} draft`, ...effects] : effects;
}

function isOfRace(effect: string): boolean {
  return effect.includes(': Draft ');
}

competingChanges('the sandbox', async () => {
  const drafts = { name: 'Drafts', specialUse: '\\Drafts' as const, messages: DRAFTS };
  const server = await startV1Server({ mailboxes: [...v1Mail, drafts], canSend: true });
  return { ...server, sent: () => server.sandbox.acceptedMail };
});
competingChanges('Dovecot', () => startDovecotWriting(DRAFTS));
