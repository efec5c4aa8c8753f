/** Puts a changed configuration in force without a restart. */
import { ConfigurationError } from '../config/configuration-error.ts';
import type { ReloadableConfiguration } from './live-configuration.ts';
import type { Services } from './services.ts';

/** Loads and checks the files; the number has not been used before. */
export type ReloadableLoader = (revision: number) => Promise<ReloadableConfiguration>;

/** Settles when the changed configuration is in force, or its problems are in the log. Never rejects. */
export type Reload = (load: ReloadableLoader) => Promise<void>;

/** Node never frees a module: this many loads of a file with a thousand entries take some hundred megabytes. */
const MAX_RELOADS = 1_000;

/**
 * A function that reloads, one call after the other. A configuration with problems changes nothing; requests under way end
 * with the one that they began with. Warm sessions are found by the server they lead to, so those of a changed entry are not.
 */
export function createReload(
  { logger, telemetry }: Pick<Services, 'logger' | 'telemetry'>,
  apply: (reloadable: ReloadableConfiguration) => void,
): Reload {
  let revision = 0;
  let last = Promise.resolve();

  const reload = async (load: ReloadableLoader): Promise<void> => {
    revision += 1;
    try {
      if (revision > MAX_RELOADS)
        throw new Error(`After ${MAX_RELOADS} reloads the process must be restarted.`);
      const reloadable = await load(revision);
      apply(reloadable);
      telemetry.addReload(true);
      logger.info({ mailServers: reloadable.mailServers.length }, 'configuration reloaded');
    } catch (error) {
      telemetry.addReload(false);
      const problems = error instanceof ConfigurationError ? { problems: error.problems } : { err: error };
      logger.error(problems, 'configuration not reloaded, the old one stays in force');
    }
  };

  return (load) => {
    last = last.then(() => reload(load));
    return last;
  };
}
