/** What `npm test` prints at its end: a table of the rings, what failed, what was left out and why, and the sum. */

/** True when the row's ring makes the whole run fail. */
export function isFailed({ failures, empty, obstacle, isExcused }) {
  return failures.length > 0 || empty.length > 0 || (obstacle !== undefined && !isExcused);
}

/** Prints the rows; the last line is the one that CI reads. */
export function printTable(rows) {
  console.log(`\n${formatLine(['ring', 'files', 'passed', 'failed', 'skipped', 'seconds'])}`);
  for (const { ring, files, passed, failures, skipped, seconds } of rows) {
    const counts = [files.length, passed, failures.length, skipped.length, seconds.toFixed(1)];
    console.log(formatLine([ring, ...counts]));
  }
  console.log('');
  for (const row of rows) printRemarks(row);
  const sum = (count) => rows.reduce((total, row) => total + count(row), 0);
  console.log(
    `${sum((row) => row.passed)} passed, ${sum(countFailures)} failed, ${sum((row) => row.skipped.length)} skipped`,
  );
}

function formatLine([ring, ...cells]) {
  return ring.padEnd(12) + cells.map((cell) => String(cell).padStart(9)).join('');
}

function printRemarks({ ring, failures, skipped, empty, obstacle, isExcused }) {
  if (obstacle !== undefined) console.log(`${isExcused ? 'LEFT OUT' : 'FAILED'}: ring ${ring} ${obstacle}`);
  for (const { name, error } of failures) console.log(`FAILED: ${name}\n${error.replace(/^/gm, '    ')}`);
  for (const file of empty) console.log(`FAILED: ${file} has no test`);
  for (const { name, reason } of skipped) console.log(`skipped: ${name} (${reason})`);
}

/** A ring that could not run counts as one failure. */
function countFailures(row) {
  return Math.max(row.failures.length + row.empty.length, isFailed(row) ? 1 : 0);
}
