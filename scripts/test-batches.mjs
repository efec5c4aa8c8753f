/** Puts test files together in processes: starting one costs more than most files take. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** As many files as start in the time that one process needs to load our code, a few times over. */
const FILES_PER_BATCH = 16;
/** A test that measures its process must not see what other files leave there. */
const MEASURES_ITS_PROCESS = /memoryUsage|-memory\.ts|process\.exit|\bmock\.module\b/;

/**
 * The files to give to `node --test` in place of these: each batch becomes a file in `folder` that holds one
 * suite for each of its test files, with the path as its name, so that hooks of one do not reach another.
 */
export function writeBatches(files, folder) {
  const alone = files.filter((file) => MEASURES_ITS_PROCESS.test(readFileSync(file, 'utf8')));
  const together = files.filter((file) => !alone.includes(file));
  const batches = [];
  for (let start = 0; start < together.length; start += FILES_PER_BATCH) {
    const batch = join(folder, `batch-${batches.length + 1}.mjs`);
    writeFileSync(batch, renderBatch(together.slice(start, start + FILES_PER_BATCH)));
    batches.push(batch);
  }
  return [...batches, ...alone];
}

function renderBatch(files) {
  const suites = files.map((file) => {
    const url = pathToFileURL(file).href;
    return `describe(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(url)}); });\n`;
  });
  return `import { describe } from 'node:test';\n\n${suites.join('')}`;
}
