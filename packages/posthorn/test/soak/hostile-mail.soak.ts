/**
 * Reads every hostile message over HTTP, over Dovecot and the sandbox (`npm run soak -- hostile-mail Dovecot` over one of them), and prints
 * what each has cost. Exit code 1 beyond a bound.
 */
import { type Cost, type MailServerName, openHostileMailScene } from '../e2e/hostile-mail-scene.ts';
import {
  floodOfParts,
  HOSTILE_MAIL,
  HUGE_BODIES,
  hostileMessage,
  ORDINARY_MAIL,
  WORST_IN_LISTS,
} from '../support/hostile-mail/hostile-mail.ts';

interface Bounds {
  readonly answerMs: number;
  readonly heldMs: number;
  readonly growthOctets: number;
}

/** What a message or a list may cost. */
const EACH: Bounds = { answerMs: 2_000, heldMs: 50, growthOctets: 64 * 1024 * 1024 };
const OCTETS_PER_MB = 1024 * 1024;
/** What twelve huge bodies may cost that are read at the same time. */
const TOGETHER: Bounds = { answerMs: 30_000, heldMs: 100, growthOctets: 150 * OCTETS_PER_MB };

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
    huge: [...HUGE_BODIES, ...HUGE_BODIES, ...HUGE_BODIES],
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
    const together = scene.read('huge');
    await Promise.all(Array.from({ length: 3 * HUGE_BODIES.length }, (_, index) => together.body(index + 1)));
    print(`${server}: twelve huge bodies`, await scene.takeCost(together), TOGETHER);
    if (!(await scene.isAlive())) throw new Error('The server has ended.');
  } finally {
    await scene.close();
  }
}

function print(what: string, cost: Cost | undefined, bounds = EACH): void {
  if (cost === undefined) throw new Error(`Nothing was read: ${what}`);
  const { slowest, failures, heldMs, grownOctets } = cost;
  const problems = [
    ...(slowest.tookMs > bounds.answerMs ? [`${slowest.path} took ${slowest.tookMs.toFixed(0)} ms`] : []),
    ...(heldMs > bounds.heldMs ? [`held the event loop for ${heldMs.toFixed(0)} ms`] : []),
    ...(grownOctets > bounds.growthOctets ? ['too much memory'] : []),
    ...failures.map(({ path, status }) => `${path} answered ${status}`),
  ];
  const numbers = [slowest.tookMs, heldMs, grownOctets / OCTETS_PER_MB].map((number) =>
    number.toFixed(0).padStart(6),
  );
  console.log(`${what.padEnd(50)} ${numbers.join(' ')}  ${problems.join('; ')}`);
  if (problems.length > 0) isBeyond = true;
}
