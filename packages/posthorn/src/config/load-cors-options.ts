/** Loads what the operator configured of Cross-Origin Resource Sharing. */

import { ConfigurationError } from './configuration-error.ts';
import { loadConfigurationFile } from './configuration-file.ts';
import type { CorsOptions } from './cors-options.ts';
import { readCorsOptions } from './read-cors-options.ts';

/**
 * The options of `app/config/cors.js` or `cors.json` below the installation root; undefined without such a file. Throws
 * one ConfigurationError that lists all problems.
 */
export async function loadCorsOptions(rootDirectory: string, revision = 0): Promise<CorsOptions | undefined> {
  const file = await loadConfigurationFile({ rootDirectory, name: 'cors', revision });
  if (file === undefined) return undefined;
  const reading = readCorsOptions(file.value, file.name);
  if ('problems' in reading) throw new ConfigurationError(reading.problems);
  return reading.options;
}
