/** Rows per statement. PostgreSQL takes 65,535 parameters, SQLite 32,766. */
const ROWS = 500;

/** Splits rows of at most 65 columns, or ids, for statements. */
export function* batchesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS) yield rows.slice(start, start + ROWS);
}
