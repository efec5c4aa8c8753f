/**
 * A node:test reporter for scripts/test.mjs: one line of JSON with the counts of a run, the skipped
 * tests with their reasons, and the files that hold no test at all.
 */
import { relative } from 'node:path';

export default async function* countTests(source) {
  const counts = { passed: 0, failed: 0, skipped: [], empty: [] };
  for await (const event of source) {
    if (event.type === 'test:pass' || event.type === 'test:fail') count(counts, event);
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
  // A file in which no test ran is reported as one passed test that has the file's name.
  else if (name.endsWith('.test.ts')) counts.empty.push(relative('.', name));
  else counts.passed += 1;
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
