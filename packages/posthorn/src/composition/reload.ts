import { ConfigurationError } from '../config/configuration-error.ts';
import type { ReloadableConfiguration } from './live-configuration.ts';
import type { Services } from './services.ts';

/** Each call has a new number. */
export type ReloadableLoader = (revision: number) => Promise<ReloadableConfiguration>;

/** Never rejects; logs problems. */
export type Reload = (load: ReloadableLoader) => Promise<void>;

/** Node never frees modules: the allowed loads of a thousand entries take some hundred megabytes. */
const MAX_RELOADS = 1_000;

/**
 * A function that reloads, one call at a time. Invalid configurations change nothing; running requests keep
 * theirs. Warm sessions of changed entries are not reused.
 */
export function createReload(
  { logger, telemetry }: Pick<Services, 'logger' | 'telemetry'>,
  apply: (reloadable: ReloadableConfiguration) => void | Promise<void>,
): Reload {
  let revision = 0;
  let last = Promise.resolve();

  const reload = async (load: ReloadableLoader): Promise<void> => {
    revision += 1;
    try {
      if (revision > MAX_RELOADS)
        throw new Error(`After ${MAX_RELOADS} reloads the process must be restarted.`);
      const reloadable = await load(revision);
      await apply(reloadable);
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
