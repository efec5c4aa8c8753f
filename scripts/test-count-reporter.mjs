/**
 * A node:test reporter for scripts/test.mjs: one line of JSON with the number of passed tests, the failed
 * tests with their errors, the skipped tests with their reasons, and the files that hold no test at all.
 */
import { basename } from 'node:path';

/** Enough for the message of an assertion and the place in the test. */
const LINES_OF_ERROR = 30;

export default async function* countTests(source) {
  const counts = { passed: 0, failures: [], skipped: [], empty: [] };
  /** The names of the started test and of the suites around it, outermost first. */
  let path = [];
  let testsOfFile = 0;
  for await (const event of source) {
    if (event.type === 'test:start') path = [...path.slice(0, event.data.nesting), event.data.name];
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    count(counts, event, path.slice(0, event.data.nesting));
    if (event.data.details.type !== 'suite') testsOfFile += 1;
    if (event.data.nesting > 0) continue;
    // A batch has a suite for each file, and reports its tests before it.
    if (isFileSuite(event.data) && testsOfFile === 0) counts.empty.push(event.data.name);
    testsOfFile = 0;
  }
  yield `${JSON.stringify(counts)}\n`;
}

function count(counts, { type, data }, suites) {
  const { name, skip, todo, details } = data;
  const isFailure = type === 'test:fail' && todo === undefined;
  // A suite fails with its tests; it counts by itself only when its own hooks failed, or when it was left out as a whole.
  const isOwnResult = skip !== undefined || (isFailure && isOwnFailure(details.error));
  if (details.type === 'suite' && !isOwnResult) return;
  if (isFailure)
    counts.failures.push({ name: [...suites, name].join(' > '), error: toErrorText(details.error) });
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

/** node:test wraps what the test threw; the wrapper says only that the test failed. */
function toErrorText(error) {
  const text = error?.cause?.stack ?? error?.cause ?? error?.message;
  return String(text).split('\n').slice(0, LINES_OF_ERROR).join('\n');
}

/** node:test gives `true` for a skip or a to-do without words. */
function toReason(skip, todo) {
  if (typeof skip === 'string') return skip;
  if (typeof todo === 'string') return todo;
  return skip === undefined ? 'to do' : 'no reason given';
}
