/** If-Match keeps its promise: of two changes of one message with one tag, one is done and the other is told. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import type { WritingApi } from '../http/v1/writing/writing-api.ts';
import { buildMessage } from '../support/message-samples.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';
import {
  createTargets,
  draftFolder,
  effectOf,
  type Kind,
  PAIRS,
  readEffects,
  readTarget,
  type Side,
  send,
} from './competing-changes.ts';

const ROUNDS = 1_000;
/** Rounds that are under way at once, each with a draft of its own. */
const LANES = 3;
/** Drafts in one folder: saving searches it for other versions, and sending looks at all folders. */
const FOLDER_SIZE = 250;
/** A few steps of the protocol take as long. */
const MAX_DELAY_MS = 4;

/** A folder with drafts, whose uids begin with 1. */
export interface DraftFolder {
  readonly name: string;
  readonly messages: readonly { readonly raw: Buffer; readonly flags: readonly string[] }[];
}

/** Starts version 1 over a mail server with these folders beside the mail of v1-mail.ts. */
export type StartWithDrafts = (folders: readonly DraftFolder[]) => Promise<WritingApi>;

const FOLDERS: readonly DraftFolder[] = Array.from({ length: ROUNDS / FOLDER_SIZE }, (_folder, index) => ({
  name: draftFolder(index + 1),
  messages: Array.from({ length: FOLDER_SIZE }, (_draft, place) => ({
    raw: buildMessage({
      subject: `Draft ${index * FOLDER_SIZE + place + 1}`,
      from: 'jane@example.org',
      to: ['ann@example.com'],
    }),
    flags: ['\\Draft'],
  })),
}));

/** A draft for each round. */
const DRAFTS = FOLDERS.flatMap(({ name, messages }) =>
  messages.map((_, place) => ({ folder: name, uid: place + 1 })),
);

/** A change, and the answer to it. */
interface Attempt {
  readonly kind: Kind;
  readonly side: Side;
  readonly answer: LightMyRequestResponse;
}

/** Runs the rounds over the mail server. */
export function competingChanges(name: string, start: StartWithDrafts): void {
  describe(`Two changes of one message with one tag over ${name}`, () => {
    let api: WritingApi;
    before(async () => {
      api = await start(FOLDERS);
      await createTargets(api);
    });
    after(() => api?.close());

    it(`have one winner in each of ${ROUNDS} rounds, and nothing else is done`, async (t) => {
      const seed = testSeed();
      const random = seededRandom(seed);
      t.diagnostic(`seed ${seed}`);
      const effects: string[] = [];
      const wins = { a: 0, b: 0 };
      const rounds = DRAFTS.entries();
      const lane = async (): Promise<void> => {
        for (const [round, draft] of rounds) {
          const [a, b] = PAIRS[round % PAIRS.length] ?? ['flags', 'flags'];
          const target = await readTarget(api, draft);
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
      assert.deepEqual(
        (
          await readEffects(
            api,
            FOLDERS.map(({ name: folder }) => folder),
          )
        ).toSorted(),
        effects.toSorted(),
      );
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
