/** Puts test files together in processes, and these in order: starting one costs more than most files take. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** As many files as start in the time that one process needs to load our code, a few times over. */
const FILES_PER_BATCH = 16;
/** A test that measures its process must not see what other files leave there, and one that works while it is loaded must not meet others. */
const NEEDS_ITS_PROCESS =
  /memoryUsage|countExecutedFiles|-memory\.ts|process\.exit|\bmock\.module\b|^await /m;

/**
 * The files to give to `node --test` in place of these, named so that they start in this order: the `long` ones, each in a process of its own, so
 * that no process works alone at the end; then those that need their process; then the batches. A batch is a file in `folder` that holds one
 * suite for each of its test files, with the path as its name, so that hooks of one do not reach another. Where files are not `batched`, each has a
 * process of its own.
 */
export function writeBatches(files, { folder, long, isBatched }) {
  const isAlone = (file) =>
    !isBatched || long.includes(file) || NEEDS_ITS_PROCESS.test(readFileSync(file, 'utf8'));
  const together = files.filter((file) => !isAlone(file));
  const programs = [
    ...long.filter((file) => files.includes(file)).map(renderAlone),
    ...files.filter((file) => isAlone(file) && !long.includes(file)).map(renderAlone),
    ...toBatches(together).map(renderBatch),
  ];
  return programs.map(({ name, text }, index) => {
    // `node --test` sorts its files by name.
    const path = join(folder, `${String(index + 1).padStart(3, '0')}-${name}.test.mjs`);
    writeFileSync(path, text);
    return path;
  });
}

function toBatches(files) {
  const count = Math.ceil(files.length / FILES_PER_BATCH);
  return Array.from({ length: count }, (_batch, index) =>
    files.slice(index * FILES_PER_BATCH, (index + 1) * FILES_PER_BATCH),
  );
}

function renderAlone(file) {
  return { name: basename(file, '.test.ts'), text: `import ${toSpecifier(file)};\n` };
}

function renderBatch(files, index) {
  const suites = files.map(
    (file) => `describe(${JSON.stringify(file)}, async () => { await import(${toSpecifier(file)}); });\n`,
  );
  return { name: `batch-${index + 1}`, text: `import { describe } from 'node:test';\n\n${suites.join('')}` };
}

function toSpecifier(file) {
  return JSON.stringify(pathToFileURL(file).href);
}
