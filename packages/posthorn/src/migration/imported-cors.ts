import { showValue } from '../config/show-value.ts';
import type { ImportJournal } from './import-journal.ts';
import type { ReturnedValue } from './imported-mail-servers.ts';
import { isPhpArray, type PhpArray, type PhpValue } from './php-value.ts';

const KEYS: ReadonlySet<string | number> = new Set([
  'paths',
  'allowed_methods',
  'allowed_origins',
  'allowed_origins_patterns',
  'allowed_headers',
  'exposed_headers',
  'max_age',
  'supports_credentials',
]);

/** CORS options under the same names; notes omitted ones. */
export function importCors({ file, value }: ReturnedValue, journal: ImportJournal): PhpArray {
  const options = new Map<string | number, PhpValue>();
  if (!isPhpArray(value)) {
    journal.refuse({ file, text: `expected an array of options, got ${showValue(value)}` });
    return options;
  }
  for (const [key, option] of value) {
    if (key === 'max_age' && option === false) {
      options.set(key, null);
      journal.note('changed', `${file}: max_age is null instead of false`);
    } else if (KEYS.has(key)) options.set(key, option);
    else journal.note('left-out', `${file}: ${key}`);
  }
  return options;
}
