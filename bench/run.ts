/**
 * `npm run bench`: the raw IMAP exchange and the API side by side, over a private Dovecot. `--sizes 500,10000` chooses the mailboxes,
 * `--rounds 30` how often each is measured, `--only first-list` one group, `--cleartext` connections to Dovecot without TLS. `--check` fails
 * when a row is missed by more than 20 %.
 */
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureAttachment } from './scenarios/attachment.ts';
import { measureCrowd } from './scenarios/crowd.ts';
import { measureFirstList } from './scenarios/first-list.ts';
import { measureFirstReading } from './scenarios/first-reading.ts';
import { measureFolders } from './scenarios/folders.ts';
import { measureMemory } from './scenarios/memory.ts';
import { measureMillion } from './scenarios/million.ts';
import { measureMixedWork } from './scenarios/mixed-work.ts';
import { measureStart } from './scenarios/start.ts';
import { measureStore } from './scenarios/store.ts';
import { measureWarmSession } from './scenarios/warm-session.ts';
import { startFilledDovecot, userOf } from './support/mailboxes.ts';
import type { Row, Scenario } from './support/scenario.ts';
import { toTable } from './support/table.ts';

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'first-list': measureFirstList,
  'warm-session': measureWarmSession,
  'first-reading': measureFirstReading,
  crowd: measureCrowd,
};
/** What does not depend on the size of a mailbox. */
const SINGLE_SCENARIOS: Readonly<Record<string, Scenario>> = {
  folders: measureFolders,
  attachment: measureAttachment,
  memory: measureMemory,
  'mixed-work': measureMixedWork,
  million: measureMillion,
  start: measureStart,
  store: measureStore,
};
/** Timings of one machine differ from run to run. */
const TOLERANCE = 1.2;
/** Nothing may hold the event loop for longer. */
const MAX_GAP_MS = 50;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '500,10000,100000' },
    rounds: { type: 'string', default: '30' },
    only: { type: 'string' },
    cleartext: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const [chosen, single] = [SCENARIOS, SINGLE_SCENARIOS].map((scenarios) =>
  Object.entries(scenarios).filter(([name]) => values.only === undefined || name === values.only),
) as [[string, Scenario][], [string, Scenario][]];
if (chosen.length + single.length === 0) {
  const names = Object.keys({ ...SCENARIOS, ...SINGLE_SCENARIOS });
  throw new Error(`There is no ${values.only}; there are ${names.join(', ')}.`);
}

console.log(
  `${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
);
const dovecot = await startFilledDovecot({ sizes, hasTls: !values.cleartext });
const rows: Row[] = [];
try {
  for (const size of sizes) {
    const input = { dovecot, size, user: userOf(size), rounds: Number(values.rounds) };
    for (const [, measure] of chosen) rows.push(...(await measure(input)));
  }
  const [size = 0] = sizes;
  const input = { dovecot, size, user: userOf(size), rounds: Number(values.rounds) };
  for (const [, measure] of single) rows.push(...(await measure(input)));
} finally {
  await dovecot.stop();
}
console.log(toTable(rows));
const missed = rows.filter(
  ({ ratio, limit, longestGapMs }) => ratio > limit * TOLERANCE || longestGapMs > MAX_GAP_MS,
);
if (values.check && missed.length > 0) {
  console.error(`Missed: ${missed.map(({ name, size }) => `${name} (${size})`).join(', ')}.`);
  process.exitCode = 1;
}
