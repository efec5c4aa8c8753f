/**
 * `npm test`: runs every ring of tests but those that are named and says what ran and what was left out.
 * `npm test -- mailbox drafts` runs the files whose path contains one of the texts, `npm test -- --ring long` one ring.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { providePackages } from './debian-packages.mjs';
import { runRing } from './run-ring.mjs';
import { BATCHED_RINGS, LONG_FILES, listTestFiles, NAMED_RINGS, RING_NAMES } from './test-files.mjs';
import { isFailed, printTable } from './test-table.mjs';

const NOTHING_RAN = { passed: 0, failures: [], skipped: [], empty: [], seconds: 0 };

process.chdir(join(import.meta.dirname, '..'));

const { values, positionals: texts } = parseArgs({
  options: { ring: { type: 'string' } },
  allowPositionals: true,
});
if (values.ring !== undefined && !RING_NAMES.includes(values.ring)) {
  console.error(`There is no ring ${values.ring}; the rings are ${RING_NAMES.join(', ')}.`);
  process.exit(2);
}

const rings = selectRings();
for (const name of NAMED_RINGS.filter((each) => !rings.some(({ ring }) => ring === each)))
  console.log(`Not here: the ring ${name}, which npm test -- --ring ${name} runs.`);
const rows = await runRings(rings);
printTable(rows);
process.exitCode = rows.length === 0 || rows.some(isFailed) ? 1 : 0;

/** A ring without files is an error, unless texts asked for less. */
function selectRings() {
  const isNamed = values.ring !== undefined || texts.length > 0;
  return [...listTestFiles()]
    .filter(([ring]) => (values.ring ?? ring) === ring && (!NAMED_RINGS.includes(ring) || isNamed))
    .map(([ring, files]) => ({ ring, files: files.filter(isAskedFor) }))
    .filter(({ files }) => texts.length === 0 || files.length > 0);
}

function isAskedFor(file) {
  return texts.length === 0 || texts.some((text) => file.includes(text));
}

async function runRings(rings) {
  const missing = providePackages(rings.filter(({ files }) => files.length > 0).map(({ ring }) => ring));
  const rows = [];
  for (const { ring, files } of rings) {
    const absence = missing.get(ring);
    const obstacle = files.length === 0 ? 'has no test files' : (absence ?? prepare(ring));
    const isExcused = absence !== undefined && obstacle === absence && process.env.CI !== 'true';
    if (obstacle === undefined) console.log(`\n== ${ring}: ${files.length} files`);
    const result =
      obstacle === undefined
        ? await runRing(files, { long: LONG_FILES, isBatched: BATCHED_RINGS.includes(ring) })
        : { ...NOTHING_RAN, obstacle };
    rows.push({ ring, files, isExcused, ...result });
  }
  return rows;
}

/** The end-to-end ring starts the program that users install. Gives an obstacle, or undefined. */
function prepare(ring) {
  if (ring !== 'end-to-end' && !NAMED_RINGS.includes(ring)) return undefined;
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  return status === 0 ? undefined : 'cannot start: the build failed';
}
