/** Writes settings as the text of a dotenv file. */
import { ConfigurationError } from './configuration-error.ts';

/** Needs no quotes: no white space, no quotes, no comment, no backslash. */
const PLAIN = /^[A-Za-z0-9_.,:;/@%+*~?&=|()[\]-]*$/;
/** The readers of dotenv files know no escape for a quote, so that one has to be found that is not in the value. */
const QUOTES = ["'", '`', '"'] as const;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * One `KEY=value` line for each setting, in the order given, with quotes where needed; `util.parseEnv`
 * reads the same values. Throws one ConfigurationError for all values that no line can hold: control
 * characters, which could add a line, and all three kinds of quotes in one value.
 */
export function renderEnv(settings: ReadonlyMap<string, string>): string {
  const lines = [...settings].map(([key, value]) => ({ key, text: renderValue(value) }));
  const problems = lines.flatMap(({ key, text }) => (text === undefined ? [refuse(key)] : []));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return lines.map(({ key, text }) => `${key}=${text}\n`).join('');
}

function renderValue(value: string): string | undefined {
  if (PLAIN.test(value)) return value;
  if (CONTROL_CHARACTER.test(value) || !value.isWellFormed()) return undefined;
  const quote = QUOTES.find((each) => !value.includes(each) && (each !== '"' || !value.includes('\\')));
  return quote && `${quote}${value}${quote}`;
}

function refuse(key: string) {
  return {
    key,
    expected: 'text without control characters and without \', ` and " together',
    got: 'another',
  };
}
