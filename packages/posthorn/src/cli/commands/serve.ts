/** `posthorn serve`: runs the server until it is told to stop. */
import { resolve } from 'node:path';
import { createPosthorn } from '../../composition/create-posthorn.ts';
import { loadBindings } from '../../composition/load-bindings.ts';
import { loadConfiguration, loadReloadable } from '../../composition/load-configuration.ts';
import { warnOfDebug } from '../../config/debug-warning.ts';
import { processEnvironment } from '../process-environment.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

/** Serves the installation in `root`. Throws ConfigurationError when it cannot. */
export async function runServe({ root }: { root: string }): Promise<void> {
  const rootDirectory = resolve(root);
  const configuration = await loadConfiguration({
    rootDirectory,
    environment: processEnvironment(),
  });
  const { settings } = configuration;
  const posthorn = createPosthorn(configuration, await loadBindings({ rootDirectory, configuration }));
  stopOnSignal({ close: posthorn.close, timeoutMs: settings.stopTimeoutSeconds * 1000 });
  process.on('SIGHUP', () => {
    void posthorn.reload((revision) => loadReloadable({ rootDirectory, settings, revision }));
  });
  const warning = warnOfDebug(settings);
  if (warning !== undefined) {
    posthorn.services.logger.warn(warning);
    process.stderr.write(`posthorn: ${warning}\n`);
  }
  await posthorn.listen();
}
