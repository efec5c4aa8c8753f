/** If-Match keeps its promise: of two changes of one message with one tag, one is done and the other is told. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { mapConcurrently } from '../../src/application/messages/limited-concurrency.ts';
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
  readTargets,
  type Side,
  send,
  type Target,
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

/** A change, and the answer to it. */
interface Attempt {
  readonly kind: Kind;
  readonly side: Side;
  readonly answer: LightMyRequestResponse;
}

/** What became of the rounds. */
interface Played {
  /** The two attempts of each round. */
  readonly rounds: readonly { readonly target: Target; readonly attempts: readonly Attempt[] }[];
  /** What is in the folders afterwards. */
  readonly effects: readonly string[];
  /** The subjects of all that was sent. */
  readonly sent: readonly (string | undefined)[];
}

/**
 * Plays the rounds over the mail server, and tests what became of them. To be awaited before any other test: the runner of Node 20
 * follows each promise of a test, with which a thousand rounds take half as long again.
 */
export async function competingChanges(name: string, start: StartWithDrafts): Promise<void> {
  const seed = testSeed();
  const { rounds, effects, sent } = await play(start, seededRandom(seed));
  const winnersOfRounds = rounds.map(({ target, attempts }) => ({ target, winners: winnersOf(attempts) }));
  const wins = winnersOfRounds.flatMap(({ winners }) => winners.map(({ side }) => side));
  const expected = winnersOfRounds.flatMap(({ target, winners }) => effectsOf(target.subject, winners));

  describe(`Two changes of one message with one tag over ${name}`, () => {
    it(`have one winner in each of ${ROUNDS} rounds`, (t) => {
      t.diagnostic(`seed ${seed}`);
      t.diagnostic(`the first won ${wins.filter((side) => side === 'a').length} of ${wins.length}`);

      assert.equal(rounds.length, ROUNDS);
      assert.deepEqual(
        rounds.map(mistakeOf).filter((mistake) => mistake !== null),
        [],
      );
    });

    it('do what was answered, and nothing else', () => {
      assert.deepEqual(effects.toSorted(), expected.toSorted());
    });

    it('send a message once', () => {
      const filed = expected.flatMap((effect) => /^Sent: (.*) seen$/.exec(effect)?.[1] ?? []);

      assert.deepEqual(sent.toSorted(), filed.toSorted());
    });
  });
}

async function play(start: StartWithDrafts, random: () => number): Promise<Played> {
  const api = await start(FOLDERS);
  try {
    const folders = FOLDERS.map(({ name }) => name);
    await createTargets(api);
    const targets = (
      await mapConcurrently(folders, { maxConcurrent: 1, work: (folder) => readTargets(api, folder) })
    ).flat();
    const rounds = await mapConcurrently([...targets.entries()], {
      maxConcurrent: LANES,
      work: async ([round, target]) => {
        const [a, b] = PAIRS[round % PAIRS.length] ?? ['flags', 'flags'];
        const attempt = async (kind: Kind, side: Side): Promise<Attempt> => {
          await pause(random() * MAX_DELAY_MS);
          return { kind, side, answer: await send(api, target, { kind, side }) };
        };
        return { target, attempts: await Promise.all([attempt(a, 'a'), attempt(b, 'b')]) };
      },
    });
    const sent = api.sent().map(({ raw }) => /^Subject: (.*?)\r$/m.exec(raw.toString())?.[1]);
    return { rounds, effects: await readEffects(api, folders), sent };
  } finally {
    await api.close();
  }
}

function isDone({ answer }: Attempt): boolean {
  return answer.statusCode < 300;
}

/** What is wrong with a round; null for nothing. A copy may be done beside another change, and a sending be repeated. */
function mistakeOf({ attempts }: Played['rounds'][number]): string | null {
  const exclusive = attempts.filter(({ kind }) => kind !== 'copy');
  const areSendings = attempts.every(({ kind }) => kind === 'send');
  const wanted = areSendings ? 2 : Math.min(1, exclusive.length);
  const areCopies = exclusive.length === 0;
  const haveWon = exclusive.filter(isDone).length === wanted && (!areCopies || attempts.every(isDone));
  const areTold = attempts.every((attempt) => isDone(attempt) || isOutdated(attempt));
  return haveWon && areTold
    ? null
    : attempts.map(({ kind, answer }) => `${kind} ${answer.statusCode}`).join(', ');
}

function isOutdated({ answer }: Attempt): boolean {
  return answer.statusCode === 412 && answer.json().errors[0].code === 'outdated-version';
}

/** Those whose effects are to be seen: what was sent twice was sent once. */
function winnersOf(attempts: readonly Attempt[]): readonly Attempt[] {
  const winners = attempts.filter(isDone);
  return winners.every(({ kind }) => kind === 'send') ? winners.slice(0, 1) : winners;
}

/** Everything that is left of a draft: what was made of it, and its copies. */
function effectsOf(subject: string, winners: readonly Attempt[]): readonly string[] {
  const areCopies = winners.every(({ kind }) => kind === 'copy');
  const effects = winners.flatMap((winner) => effectOf(subject, winner) ?? []);
  return areCopies ? [`Drafts: ${subject} draft`, ...effects] : effects;
}
