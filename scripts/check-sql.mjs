/**
 * Checks that SQL is never made of texts: values are parameters of kysely, and names are those of the schema. Only the dialects have raw
 * statements, which are constants. Exit code 1 for each place that makes SQL in another way.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../packages/posthorn/src');
const DIALECTS = 'adapters/database/dialects/';
/** `sql.raw` and `sql.lit` put a text into the statement as it is. */
const RAW = /\bsql\s*\.\s*(?:raw|lit|literal)\b|\bCompiledQuery\s*\.\s*raw\b|\bexecuteQuery\s*\(/;

const problems = readdirSync(SOURCE, { recursive: true })
  .filter((file) => file.endsWith('.ts') && !file.startsWith(DIALECTS))
  .flatMap((file) => problemsIn(file));
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function problemsIn(file) {
  const lines = readFileSync(join(SOURCE, file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    RAW.test(line) ? [`packages/posthorn/src/${file}:${index + 1}: raw SQL; use the query builder.`] : [],
  );
}
