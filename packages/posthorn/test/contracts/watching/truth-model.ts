/** A watched account that others change at random: its events are the truth. */
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import type { ChangingClient } from './changing-client.ts';
import { assertTruth } from './event-truth.ts';
import { eventually, type WatchScene } from './watch-scene.ts';

/** What is compared, and how often. */
export interface TruthModel {
  readonly scene: WatchScene;
  readonly client: ChangingClient;
  readonly steps: number;
  /** True where the flags of one message change with those of others. */
  readonly sharesFlags?: boolean;
}

const MAX_TOGETHER = 6;
/** How often the watcher is ended between two comparisons. */
const ENDED = 0.25;

/** Compares after some changes each. Throws AssertionError at the first difference. */
export async function compareWithTruth({
  scene,
  client,
  steps,
  sharesFlags = false,
}: TruthModel): Promise<void> {
  const random = seededRandom(testSeed());
  for (const mailbox of client.mailboxes) await client.deliver(mailbox, 3);
  const first = await client.look();
  let end = scene.begin();
  await eventually(async () => {
    if (!scene.noted.some(({ provedAt }) => provedAt !== undefined)) throw new Error('It has not begun.');
  });
  for (let step = 0; step < steps; ) {
    const together = 1 + Math.floor(random() * MAX_TOGETHER);
    const isEnded = random() < ENDED;
    if (isEnded) await end();
    for (let number = 0; number < together; number += 1) await client.changeAtRandom(random);
    step += together;
    if (isEnded) end = scene.begin();
    const now = await client.look();
    const stored = sharesFlags ? null : client.stored;
    await eventually(async () => assertTruth(await scene.events(), { first, stored, now }));
  }
  await end();
}
