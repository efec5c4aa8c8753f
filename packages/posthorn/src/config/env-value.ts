/** In all dotenv readers and shells. */
const PLAIN = /^[A-Za-z0-9_.,:/@%+~-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Others expand `$` and backslashes. */
const QUOTES = ["'", '"', '`'];

/**
 * Quotes a value. Undefined for control characters (a line end would start another setting), lone surrogates,
 * or all three quotes together.
 */
export function quoteEnvValue(value: string): string | undefined {
  if (PLAIN.test(value)) return value;
  if (CONTROL_CHARACTER.test(value) || !value.isWellFormed()) return undefined;
  const mark = QUOTES.find((each) => !value.includes(each) && !isExpanded(value, each));
  return mark === undefined ? undefined : `${mark}${value}${mark}`;
}

/** Line ends become LF, also escaped ones in double quotes. */
export function unquoteEnvValue(written: string): string {
  const [mark] = written;
  if (mark === undefined || !QUOTES.includes(mark) || written.length === 1 || !written.endsWith(mark))
    return written;
  const value = written.slice(1, -1).replaceAll('\r\n', '\n');
  return mark === '"' ? value.replaceAll('\\n', '\n') : value;
}

function isExpanded(value: string, mark: string): boolean {
  return mark === '"' && value.includes('\\');
}
