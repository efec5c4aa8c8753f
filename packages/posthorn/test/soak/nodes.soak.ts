/**
 * `npm run soak -- nodes [pairs] [sends] [seconds]`: three nodes at the scale of a service: 1,000 pairs of changes with one tag, 500 mails that are
 * sent at all nodes at once, a rolling restart under 50 lists a second and 200 streams, and PostgreSQL away for 60 seconds.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { OutageClients, startMail } from '../e2e/database-outage.ts';
import { startCluster } from '../e2e/node-cluster.ts';
import { raceChanges } from '../e2e/soaks/nodes/if-match-race.ts';
import { sendRepeatedly } from '../e2e/soaks/nodes/repeated-sends.ts';
import { restartUnderLoad } from '../e2e/soaks/nodes/rolling-restart.ts';

type Scene = Parameters<typeof startCluster>[0];

const [pairs = 1_000, sends = 500, seconds = 60] = process.argv.slice(2).map(Number);
/** Rows of keys and accounts in memory. */
const KNOWN_MS = 2_000;
const ANSWER_MS = 2_000;

await show(`${pairs} pairs of changes`, async (t) => {
  const outcomes = await raceChanges(t, pairs);
  return { ...{ outcomes }, isRight: outcomes['200,412'] === pairs };
});
await show(`${sends} sends`, async (t) => {
  const report = await sendRepeatedly(t, sends);
  return { ...report, isRight: report.taken[1] === sends && report.copies[1] === sends };
});
await show('a rolling restart', async (t) => {
  const report = await restartUnderLoad(t, { perSecond: 50, streams: 200 });
  const areAnswered = Object.keys(report.ends).join() === '200';
  return { ...report, isRight: areAnswered && report.missing === 0 && report.doubled === 0 };
});
await show(`PostgreSQL away for ${seconds} s`, stopDatabase);

/** Runs it, with ends of its own, and prints what it reports. */
async function show(name: string, run: (t: Scene) => Promise<{ readonly isRight: boolean }>): Promise<void> {
  const ends: (() => unknown)[] = [];
  const startedAt = performance.now();
  try {
    const { isRight, ...report } = await run({ after: (end: () => unknown) => void ends.unshift(end) });
    const took = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${isRight ? 'right' : 'WRONG'}: ${name}, in ${took} s:`, report);
    if (!isRight) process.exitCode = 1;
  } finally {
    for (const end of ends) await end();
  }
}

async function stopDatabase(t: Scene) {
  const { imapPort } = await startMail(t);
  const { postgres, nodes } = await startCluster(t, { imapPort });
  const [first] = nodes;
  if (first === undefined) throw new Error('There is no node.');
  let turn = 0;
  const clients = await OutageClients.connect(first, {
    imapPort,
    ask(key, path, init) {
      turn += 1;
      return (nodes[turn % nodes.length] ?? first).ask(key, path, init);
    },
  });
  await postgres.halt();
  const endsAt = performance.now() + seconds * 1000;
  await wait(KNOWN_MS);
  const { people, programs } = await clients.useUntil(endsAt);
  await postgres.resume();
  const recoveredMs = await clients.untilRecovered();
  const failed = people.filter(({ statuses }) => String(statuses) !== '200,200,201,200');
  const slowestOf = (all: readonly { readonly ms: number }[]) =>
    Math.round(Math.max(...all.map(({ ms }) => ms)));
  return {
    ...{
      people: people.length,
      failed: failed.map(({ statuses }) => String(statuses)),
      slowestTurnMs: slowestOf(people),
    },
    ...{ programs: programs.length, slowestMs: slowestOf(programs), recoveredMs: Math.round(recoveredMs) },
    isRight: failed.length === 0 && programs.every(({ status, ms }) => status === 503 && ms < ANSWER_MS),
  };
}
