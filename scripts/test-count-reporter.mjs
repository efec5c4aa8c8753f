/**
 * A node:test reporter for scripts/test.mjs: one line of JSON with the counts of a run, the skipped
 * tests with their reasons, and the files that hold no test at all.
 */
import { basename } from 'node:path';

export default async function* countTests(source) {
  const counts = { passed: 0, failed: 0, skipped: [], empty: [] };
  let testsOfFile = 0;
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    count(counts, event);
    if (event.data.details.type !== 'suite') testsOfFile += 1;
    if (event.data.nesting > 0) continue;
    // A batch has a suite for each file, and reports its tests before it.
    if (isFileSuite(event.data) && testsOfFile === 0) counts.empty.push(event.data.name);
    testsOfFile = 0;
  }
  yield `${JSON.stringify(counts)}\n`;
}

function count(counts, { type, data }) {
  const { name, skip, todo, details } = data;
  const isFailure = type === 'test:fail' && todo === undefined;
  // A suite fails with its tests; it counts by itself only when its own hooks failed, or when it was left out as a whole.
  const isOwnResult = skip !== undefined || (isFailure && isOwnFailure(details.error));
  if (details.type === 'suite' && !isOwnResult) return;
  if (isFailure) counts.failed += 1;
  else if (skip !== undefined || todo !== undefined)
    counts.skipped.push({ name, reason: toReason(skip, todo) });
  // A program in which no test ran is reported as one passed test that has its name.
  else if (name.endsWith('.test.mjs')) counts.empty.push(basename(name));
  else counts.passed += 1;
}

function isFileSuite({ name, details }) {
  return details.type === 'suite' && name.endsWith('.test.ts');
}

function isOwnFailure(error) {
  return error?.failureType !== 'subtestsFailed';
}

/** node:test gives `true` for a skip or a to-do without words. */
function toReason(skip, todo) {
  if (typeof skip === 'string') return skip;
  if (typeof todo === 'string') return todo;
  return skip === undefined ? 'to do' : 'no reason given';
}
