import type { CorsRules } from '../domain/network/cors-rules.ts';
import { ConfigurationError } from './configuration-error.ts';
import { loadConfigurationFile } from './configuration-file.ts';
import { readCorsOptions } from './read-cors-options.ts';

/** Loads `app/config/cors`, if any. Throws ConfigurationError. */
export async function loadCorsOptions(rootDirectory: string, revision = 0): Promise<CorsRules | undefined> {
  const file = await loadConfigurationFile({ rootDirectory, name: 'cors', revision });
  if (file === undefined) return undefined;
  const reading = readCorsOptions(file.value, file.name);
  if ('problems' in reading) throw new ConfigurationError(reading.problems);
  return reading.options;
}
