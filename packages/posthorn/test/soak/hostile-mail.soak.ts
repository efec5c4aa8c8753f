/**
 * Reads every hostile message over HTTP, over Dovecot and the sandbox (`npm run soak -- hostile-mail Dovecot` over one of them), and prints
 * what each has cost. Exit code 1 beyond a bound.
 */
import { type Cost, type MailServerName, openHostileMailScene } from '../e2e/hostile-mail-scene.ts';
import {
  floodOfParts,
  HOSTILE_MAIL,
  hostileMessage,
  ORDINARY_MAIL,
  WORST_IN_LISTS,
} from '../support/hostile-mail/hostile-mail.ts';

/** What a message or a list may cost. */
const MAX_ANSWER_MS = 2_000;
const MAX_HELD_MS = 50;
const MAX_GROWTH_OCTETS = 64 * 1024 * 1024;
const OCTETS_PER_MB = 1024 * 1024;

let isBeyond = false;
const [only] = process.argv.slice(2);
for (const server of ['Dovecot', 'sandbox'] as const) {
  if (only === undefined || only === server) await readAll(server);
}
process.exitCode = isBeyond ? 1 : 0;

async function readAll(server: MailServerName): Promise<void> {
  const scene = await openHostileMailScene(server, {
    ordinary: ORDINARY_MAIL,
    all: HOSTILE_MAIL,
    worst: WORST_IN_LISTS.map(hostileMessage),
    flood: floodOfParts(50),
  });
  try {
    for (const user of ['all', 'worst', 'flood']) {
      const reader = scene.read(user);
      const rows = await reader.list(200);
      print(`${server}: list of ${user}, ${rows.join(' and ')} rows`, await scene.takeCost(reader));
    }
    const reader = scene.read('all');
    for (const [index, { name }] of HOSTILE_MAIL.entries()) {
      await reader.open(index + 1);
      print(`${server}: ${name}`, await scene.takeCost(reader));
    }
    if (!(await scene.isAlive())) throw new Error('The server has ended.');
  } finally {
    await scene.close();
  }
}

function print(what: string, cost: Cost | undefined): void {
  if (cost === undefined) throw new Error(`Nothing was read: ${what}`);
  const { slowest, failures, heldMs, grownOctets } = cost;
  const problems = [
    ...(slowest.tookMs > MAX_ANSWER_MS ? [`${slowest.path} took ${slowest.tookMs.toFixed(0)} ms`] : []),
    ...(heldMs > MAX_HELD_MS ? [`held the event loop for ${heldMs.toFixed(0)} ms`] : []),
    ...(grownOctets > MAX_GROWTH_OCTETS ? ['too much memory'] : []),
    ...failures.map(({ path, status }) => `${path} answered ${status}`),
  ];
  const numbers = [slowest.tookMs, heldMs, grownOctets / OCTETS_PER_MB].map((number) =>
    number.toFixed(0).padStart(6),
  );
  console.log(`${what.padEnd(50)} ${numbers.join(' ')}  ${problems.join('; ')}`);
  if (problems.length > 0) isBeyond = true;
}
