/** A value as it is written in `.env`. */

/** These need no quotes in any reader of dotenv files, nor in a shell. */
const PLAIN = /^[A-Za-z0-9_.,:/@%+~-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Single quotes first: other readers and shells expand `$` and backslashes inside of the other two. */
const QUOTES = ["'", '"', '`'];

/**
 * The value as written after `KEY=`. Undefined for what cannot be written: control characters (a line end would
 * begin another setting), a lone surrogate, and all three kinds of quotes at once.
 */
export function quoteEnvValue(value: string): string | undefined {
  if (PLAIN.test(value)) return value;
  if (CONTROL_CHARACTER.test(value) || !value.isWellFormed()) return undefined;
  const mark = QUOTES.find((each) => !value.includes(each) && !isExpanded(value, each));
  return mark === undefined ? undefined : `${mark}${value}${mark}`;
}

/** The value that is written so: without its quotes, with LF for each line end, which in double quotes may be a backslash and an n. */
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
