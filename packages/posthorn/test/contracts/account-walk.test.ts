/** A walk through all folders of an account by cursor, while other sessions change them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMessageItems } from '../../src/application/messages/message-items.ts';
import { buildMessage } from '../support/message-samples.ts';
import { CAPABILITIES } from './capability-variants.ts';
import { openDovecotBackend } from './dovecot-backend.ts';
import { openSandboxBackend } from './sandbox-backend.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const MESSAGES = 300;
const PAGE_SIZE = 23;
const START = Date.UTC(2024, 0, 1);

/** The folder of each message, and its uid there: most are in the first, which is longer than what is looked at in one round. */
const FOLDERS = ['Walk', 'Walk Archive', 'Walk Work'] as const;
const placeOf = (number: number) => {
  const folder = number % 10 < 8 ? 0 : (number % 10) - 7;
  const uid = folder === 0 ? Math.floor(number / 10) * 8 + (number % 10) + 1 : Math.floor(number / 10) + 1;
  return { folder: FOLDERS[folder] ?? 'Walk', uid };
};
/** Every seven messages share a second, across the folders. */
const mail = (subject: string, second: number) => ({
  raw: buildMessage({ subject, date: new Date(START + second * 1000) }),
});

const BACKENDS: readonly (readonly [string, () => Promise<StoreUnderTest>])[] = [
  ['Dovecot', () => openDovecotBackend('flat')],
  ['the sandbox', () => openSandboxBackend()],
  [
    'a server without any extension',
    () => openSandboxBackend({ capabilities: { without: CAPABILITIES, with: ['UIDPLUS'] } }),
  ],
];

for (const [name, open] of BACKENDS) {
  describe(`A walk through an account by cursor: ${name}`, () => {
    let backend: StoreUnderTest;
    before(async () => {
      backend = await open();
      const numbers = Array.from({ length: MESSAGES }, (_, number) => number);
      for (const folder of FOLDERS) {
        const here = numbers.filter((number) => placeOf(number).folder === folder);
        await backend.put(
          folder,
          here.map((number) => mail(`m${number}`, Math.floor(number / 7))),
        );
      }
    });
    after(() => backend.close());

    const page = (direction: 'after' | 'before', position: string | null) =>
      createMessageItems({ mailStore: backend.store }).search(
        {
          account: backend.account,
          criterion: { kind: 'not', criterion: { kind: 'subject', text: 'nothing' } },
          window: { direction, position, limit: PAGE_SIZE },
          selection: { attributes: new Set(['subject']) },
          timeBudgetMs: 60_000,
        },
        AbortSignal.timeout(60_000),
      );
    /** All subjects in the order of the list; `between` runs after each page. */
    const walk = async (
      direction: 'after' | 'before',
      between: (page: number) => Promise<void> = async () => undefined,
    ) => {
      const walked: (string | undefined)[] = [];
      let position: string | null = null;
      for (let number = 0; ; number += 1) {
        const result: Awaited<ReturnType<typeof page>> = await page(direction, position);
        const subjects = result.messages.map(({ item }) => item.subject);
        if (direction === 'after') walked.push(...subjects);
        else walked.unshift(...subjects);
        if (!(direction === 'after' ? result.hasNext : result.hasPrevious)) return walked;
        position = direction === 'after' ? result.lastPosition : result.firstPosition;
        await between(number);
      }
    };

    it('gives each message once, and backward the same list', async () => {
      const forward = await walk('after');

      assert.deepEqual([forward.length, new Set(forward).size], [MESSAGES, MESSAGES]);
      assert.deepEqual(await walk('before'), forward);
    });

    // Each walk has victims of its own: the first takes even numbers, the second some odd ones.
    for (const { direction, step, rest, stays } of [
      { direction: 'after', step: 2, rest: 0, stays: (number: number) => number % 2 === 1 },
      { direction: 'before', step: 4, rest: 1, stays: (number: number) => number % 4 === 3 },
    ] as const) {
      it(`meets every message that was there all along once, while others come and go: ${direction}`, async () => {
        const gone = new Set<number>();

        const walked = await walk(direction, async (number) => {
          const folder = FOLDERS[number % FOLDERS.length] ?? 'Walk';
          await backend.put(folder, [mail('new', number * 3), mail('new', 1_000 + number)]);
          const shown =
            direction === 'after' ? MESSAGES - PAGE_SIZE * (number + 1) : PAGE_SIZE * (number + 1);
          const atCursor = shown - (shown % step) + rest;
          for (const victim of [atCursor, atCursor - step, atCursor + step, step * number + rest]) {
            if (victim < 0 || victim >= MESSAGES || gone.has(victim)) continue;
            gone.add(victim);
            const place = placeOf(victim);
            await backend.expunge(place.folder, place.uid);
          }
        });

        const stayed = Array.from({ length: MESSAGES }, (_, number) => number).filter(stays);
        const counts = new Map<string | undefined, number>();
        for (const subject of walked) counts.set(subject, (counts.get(subject) ?? 0) + 1);
        assert.ok(gone.size > 20, 'too few have gone');
        assert.deepEqual(
          stayed.filter((number) => counts.get(`m${number}`) !== 1),
          [],
        );
      });
    }
  });
}
