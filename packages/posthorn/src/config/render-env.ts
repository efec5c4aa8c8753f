/** Writes settings as the text of a new dotenv file. */
import { ConfigurationError } from './configuration-error.ts';
import { quoteEnvValue } from './env-value.ts';

/**
 * One `KEY=value` line for each setting, in the order given. Throws one ConfigurationError for all values that no
 * line can hold: control characters, which could add a line, and all three kinds of quotes in one value.
 */
export function renderEnv(settings: ReadonlyMap<string, string>): string {
  const lines = [...settings].map(([key, value]) => ({ key, text: quoteEnvValue(value) }));
  const problems = lines.flatMap(({ key, text }) => (text === undefined ? [refuse(key)] : []));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return lines.map(({ key, text }) => `${key}=${text}\n`).join('');
}

function refuse(key: string) {
  return {
    key,
    expected: 'text without control characters and without \', ` and " together',
    got: 'another',
  };
}
