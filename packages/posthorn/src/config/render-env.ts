import { ConfigurationError } from './configuration-error.ts';
import { quoteEnvValue } from './env-value.ts';

/**
 * A dotenv file in this order. Throws ConfigurationError for values with control characters (line injection)
 * or all three quotes.
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
